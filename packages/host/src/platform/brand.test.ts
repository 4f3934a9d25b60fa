import { expect, test } from "vitest";
import { createBrand, readBrandVariable } from "./brand.ts";

test("the brand of the package itself keeps Pi's folder and variables", () => {
	expect(createBrand({ name: "tau", configDir: ".pi" })).toEqual({
		name: "tau",
		title: "Tau",
		configDir: ".pi",
		envPrefixes: ["TAU", "PI"],
		manifestKeys: ["pi", "grip"],
		compatibilityFolders: [{ user: ".grip/agent", project: ".grip" }],
	});
});

test("a rebranded host changes name, folder and the strongest variable prefix", () => {
	const { name, title, configDir, envPrefixes } = createBrand({ name: "my-agent", configDir: ".mine" });
	expect({ name, title, configDir, envPrefixes }).toEqual({
		name: "my-agent",
		title: "My-agent",
		configDir: ".mine",
		envPrefixes: ["MY_AGENT", "PI"],
	});
});

test.each([undefined, null, 7, {}, { name: " ", configDir: 3 }])("a malformed piConfig is ignored: %j", (piConfig) => {
	expect(createBrand(piConfig)).toEqual(createBrand({ name: "tau", configDir: ".pi" }));
});

test("the own prefix wins over the family's, and an empty variable counts as unset", () => {
	const brand = createBrand({ name: "tau" });
	expect([
		readBrandVariable(brand, { TAU_OFFLINE: "a", PI_OFFLINE: "b" }, "OFFLINE"),
		readBrandVariable(brand, { TAU_OFFLINE: "", PI_OFFLINE: "b" }, "OFFLINE"),
		readBrandVariable(brand, {}, "OFFLINE"),
	]).toEqual(["a", "b", undefined]);
});
