import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Interface-and-function pairs per extension: about 240 lines, the size of a usual published extension. */
const SHAPES = 40;

/** Writes `count` TypeScript extensions into `folder`, each with a tool, a command and two event handlers. */
export function generateExtensions(count, folder) {
	mkdirSync(folder, { recursive: true });
	const shapes = Array.from({ length: SHAPES }, (_, index) => shape(index)).join("");
	for (let index = 0; index < count; index++) writeFileSync(join(folder, `ext${index}.ts`), extension(index, shapes));
}

function shape(index) {
	return `
interface Shape${index} { id: number; name: string; tags?: string[] }
function helper${index}(s: Shape${index}, factor: number = ${index}): string {
  const parts: string[] = (s.tags ?? []).map((t: string) => t.trim().toUpperCase());
  return parts.length > factor ? parts.join(",") : \`\${s.name}:\${s.id as number}\`;
}
`;
}

function extension(index, shapes) {
	return `import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { truncateHead } from "@earendil-works/pi-coding-agent";
import { Text } from "@earendil-works/pi-tui";
import { Type } from "typebox";
${shapes}
export default function (pi: ExtensionAPI) {
  pi.registerTool({ name: "tool_${index}", label: "T${index}", description: "tool ${index}", parameters: Type.Object({ a: Type.String() }),
    async execute(_id, params) { return { content: [{ type: "text", text: helper1({ id: 1, name: params.a }, 2) }], details: {} }; },
    renderCall(args, theme) { return new Text(String(args.a), 0, 0); } });
  pi.registerCommand("cmd${index}", { description: "c", handler: async () => { truncateHead("x"); } });
  pi.on("tool_call", async () => {});
  pi.on("message_update", async () => {});
}
`;
}
