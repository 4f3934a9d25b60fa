// Loaded into a measured process where it cannot be measured from outside.
import { writeFileSync } from "node:fs";

process.on("exit", () => {
	const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
	const usage = { cpu: (userCPUTime + systemCPUTime) / 1000, memory: maxRSS / 1024 };
	writeFileSync(process.env.TAU_BENCH_USAGE, JSON.stringify(usage));
});
