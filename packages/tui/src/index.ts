export { fuzzyFilter, type FuzzyMatch, fuzzyMatch } from "./completion/fuzzy.ts";
export { Box } from "./components/box.ts";
export { CancellableLoader } from "./components/cancellable-loader.ts";
export { Container } from "./components/container.ts";
export { Editor, type EditorOptions } from "./components/editor.ts";
export { Input, type InputOptions } from "./components/input.ts";
export { Loader, type LoaderIndicatorOptions } from "./components/loader.ts";
export { Markdown, type MarkdownOptions } from "./components/markdown.ts";
export {
	type SelectItem,
	SelectList,
	type SelectListLayoutOptions,
	type SelectListTruncatePrimaryContext,
} from "./components/select-list.ts";
export {
	type CloseSubmenu,
	type SettingItem,
	SettingsList,
	type SettingsListOptions,
} from "./components/settings-list.ts";
export { Spacer } from "./components/spacer.ts";
export { Text } from "./components/text.ts";
export { TruncatedText } from "./components/truncated-text.ts";
export type {
	AutocompleteItem,
	AutocompleteProvider,
	AutocompleteSuggestions,
	SlashCommand,
} from "./contract/completion.ts";
export { type Component, CURSOR_MARKER, type Focusable, isFocusable, renderFakeCursor } from "./contract/component.ts";
export type { EditorComponent } from "./contract/editor-component.ts";
export type { TuiMouseButton, TuiMouseEvent, TuiMouseEventResult, TuiMouseEventType } from "./contract/mouse.ts";
export type { ProgramStatus } from "./contract/program-status.ts";
export type { EditorScreen, RenderTarget, Terminal } from "./contract/terminal.ts";
export type { EditorTheme, ImageTheme, SelectListTheme, SettingsListTheme, StyleFunction } from "./contract/theme.ts";
export type { KeyEventType } from "./input/key-event.ts";
export { type BaseKey, Key, type KeyId, type KeyModifier } from "./input/key-id.ts";
export {
	getKeybindings,
	getSelectPageIndex,
	type Keybinding,
	type KeybindingConflict,
	type Keybindings,
	type KeybindingsConfig,
	KeybindingsManager,
	setKeybindings,
} from "./input/keybindings.ts";
export { isKittyProtocolActive, setKittyProtocolActive } from "./input/kitty-protocol.ts";
export { decodeKittyPrintable, isKeyRelease, isKeyRepeat, matchesKey, parseKey } from "./input/parse-key.ts";
export {
	type KeybindingDefinition,
	type KeybindingDefinitions,
	TUI_KEYBINDINGS,
	type TuiKeybinding,
} from "./input/tui-keybindings.ts";
export type { DefaultTextStyle, MarkdownTheme } from "./markdown/markdown-theme.ts";
export { replaceControlCharacters, stripTerminalSequences } from "./text/ansi.ts";
export { hyperlink } from "./text/hyperlink.ts";
export { getOsc8LinkAtColumn, sliceByColumn } from "./text/slice.ts";
export { truncateToWidth } from "./text/truncate.ts";
export { visibleWidth } from "./text/width.ts";
export { wrapTextWithAnsi } from "./text/wrap.ts";
