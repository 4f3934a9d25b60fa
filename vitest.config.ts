import { defineConfig, type ViteUserConfig } from "vitest/config";
import { CountingReporter } from "./test/reporter.ts";

const config: ViteUserConfig = defineConfig({
	ssr: { resolve: { conditions: ["source"] } },
	test: {
		testTimeout: 20_000,
		// The counting line must be the last one.
		reporters: ["default", new CountingReporter()],
		projects: [
			{
				extends: true,
				// Tests beside their file cover pure modules: they need no process of their own, which is five times faster.
				test: { name: "unit", include: ["packages/*/src/**/*.test.ts"], pool: "threads", isolate: false },
			},
			{
				extends: true,
				test: { name: "story", include: ["packages/*/test/**/*.test.ts", "test/**/*.test.ts"] },
			},
		],
	},
});

export default config;
