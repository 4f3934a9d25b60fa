import type { Exception } from "./exceptions.ts";
import { type Finding, isTest, perFile, type Rule } from "./finding.ts";
import { BUDGETS, FORBIDDEN_WORDS, placeOf } from "./house.ts";
import { circleRule, floorRule, importEndingRule, packageImportRule } from "./import-rules.ts";
import { readClasses, readFunctions } from "./read-functions.ts";
import { lineAt } from "./read-imports.ts";
import type { Repository } from "./repository.ts";

const fileLengthRule: Rule = perFile(({ path, text }) => {
	const amount = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
	if (amount <= BUDGETS.fileLines) return [];
	return [{ rule: "file-length", path, amount, message: `${amount} lines, ${BUDGETS.fileLines} allowed` }];
});

const functionLengthRule: Rule = perFile(({ path, code }) => {
	if (isTest(path)) return [];
	const long = readFunctions(code).filter(({ lines }) => lines > BUDGETS.functionLines);
	return long.map(({ name, line, lines }) => ({
		rule: "function-length",
		path,
		amount: lines,
		message: `line ${line}: ${name} has ${lines} lines, ${BUDGETS.functionLines} allowed`,
	}));
});

const privateFieldsRule: Rule = perFile(({ path, code }) => {
	const full = readClasses(code).filter(({ privateFields }) => privateFields > BUDGETS.privateFields);
	return full.map(({ name, line, privateFields }) => ({
		rule: "private-fields",
		path,
		amount: privateFields,
		message: `line ${line}: class ${name} has ${privateFields} private fields, ${BUDGETS.privateFields} allowed`,
	}));
});

const BANNER = /^(?:\/\/|\/\*|[ \t]*\*)?[ \t]*([=\-*/#~_+─━═])\1{3,}/m;

const bannerRule: Rule = perFile(({ path, text, comments }) =>
	comments
		.filter((comment) => BANNER.test(comment.text))
		.map(({ start }) => ({
			rule: "banner",
			path,
			message: `line ${lineAt(text, start)}: a banner comment is a file boundary`,
		})),
);

const DEFAULT_EXPORT = /\bexport\s+default\b|\bas\s+default\b/;

const defaultExportRule: Rule = perFile(({ path, code }) => {
	const isConfig = !path.includes("/");
	// A declaration file describes the exports of somebody else.
	if (isConfig || path.endsWith(".d.ts") || path.startsWith("examples/") || !DEFAULT_EXPORT.test(code)) return [];
	return [{ rule: "default-export", path, message: "house code exports by name" }];
});

const KEBAB = /^(?:[a-z0-9]+(?:-[a-z0-9]+)*)(?:\.(?:test|generated|config|d))*\.(?:ts|mjs|js)$/;

const fileNameRule: Rule = perFile(({ path }) => {
	const place = placeOf(path);
	if (place !== undefined && (place.plan.contractRooms ?? []).includes(place.room)) return [];
	const words = path.split("/").flatMap((segment) => segment.split(/[-._]/));
	const forbidden = words.filter((word) => FORBIDDEN_WORDS.includes(word));
	const complaints = forbidden.map((word) => `"${word}" says nothing about what is inside`);
	if (!KEBAB.test(path.split("/").at(-1) ?? "")) complaints.push("file names are kebab-case");
	return complaints.map((message) => ({ rule: "file-name", path, message }));
});

const MAP = "ARCHITECTURE.md";

/** Every room that holds a file is named on the map in backticks, alone or at the end of a path. */
const roomOnMapRule: Rule = ({ files, map }) => {
	const named = new Set(quotedNames(map ?? "").flatMap((name) => [name, ...tailsOf(name)]));
	const places = files.flatMap(({ path }) => placeOf(path) ?? []);
	const rooms = new Map(places.map((place) => [`packages/${place.folder}/src/${place.room}`, place.room]));
	return Array.from(rooms)
		.filter(([, room]) => !named.has(room))
		.map(([path]) => ({ rule: "room-on-map", path: MAP, message: `the room ${path} is not named` }));
};

const pathOnMapRule: Rule = ({ map, exists }) =>
	quotedNames(map ?? "")
		.filter((name) => /^packages\/[\w./-]+$/.test(name) && !exists(name))
		.map((name) => ({ rule: "path-on-map", path: MAP, message: `${name} does not exist` }));

function quotedNames(map: string): string[] {
	return Array.from(map.matchAll(/`([^`\n]+)`/g), (match) => (match[1] ?? "").replace(/\/$/, ""));
}

function tailsOf(name: string): string[] {
	const segments = name.split("/");
	return segments.map((_, index) => segments.slice(index).join("/"));
}

/** All rules, in the order in which their findings are most useful. */
export const RULES: readonly Rule[] = [
	floorRule,
	circleRule,
	packageImportRule,
	importEndingRule,
	fileLengthRule,
	functionLengthRule,
	privateFieldsRule,
	bannerRule,
	defaultExportRule,
	fileNameRule,
	roomOnMapRule,
	pathOnMapRule,
];

/** Applies every rule; an exception forgives its finding, and is itself a finding when there is nothing to forgive. */
export function inspect(repository: Repository, exceptions: readonly Exception[]): Finding[] {
	const findings = RULES.flatMap((rule) => rule(repository));
	const stale = exceptions.filter((exception) => !findings.some((finding) => forgives(exception, finding)));
	return [
		...findings.filter((finding) => !exceptions.some((exception) => forgives(exception, finding))),
		...stale.map(({ rule, path }) => ({
			rule: "stale-exception" as const,
			path,
			message: `nothing is left to forgive for ${rule}: remove the exception`,
		})),
	];
}

function forgives(exception: Exception, finding: Finding): boolean {
	if (exception.rule !== finding.rule || exception.path !== finding.path) return false;
	return finding.amount === undefined || finding.amount <= (exception.atMost ?? 0);
}
