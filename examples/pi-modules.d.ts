// The names that extensions import, as Tau serves them: lets the examples be type-checked here without Pi installed.
declare module "@earendil-works/pi-coding-agent" {
	export * from "@tau/host";
}
declare module "@earendil-works/pi-ai" {
	export * from "@tau/ai";
}
declare module "@earendil-works/pi-tui" {
	export * from "@tau/tui";
}
