import type { AutocompleteProvider } from "./completion.ts";
import type { Component } from "./component.ts";
import type { StyleFunction } from "./theme.ts";

/** What the application asks of an editor, so that another one can stand in its place. */
export interface EditorComponent extends Component {
	getText(): string;
	setText(text: string): void;
	handleInput(data: string): void;
	/** Called with the text when the user sends it. */
	onSubmit?: (text: string) => void;
	/** Called with the text after every change. */
	onChange?: (text: string) => void;
	addToHistory?(text: string): void;
	insertTextAtCursor?(text: string): void;
	/** The text with what its paste markers stand for; `getText()` is used where this is missing. */
	getExpandedText?(): string;
	setAutocompleteProvider?(provider: AutocompleteProvider): void;
	borderColor?: StyleFunction;
	setPaddingX?(padding: number): void;
	setAutocompleteMaxVisible?(maxVisible: number): void;
}
