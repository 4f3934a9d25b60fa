#!/usr/bin/env node
import module from "node:module";
import { join } from "node:path";

// Node 22 and later keep compiled code between runs. It must be on before the program is imported, hence the lazy
// import. The folder belongs to the user: the default one lies in the temporary folder that all users share.
const { env } = process;
const cache = env.XDG_CACHE_HOME || (env.LOCALAPPDATA ?? (env.HOME && join(env.HOME, ".cache")));
if (cache) module.enableCompileCache?.(join(cache, "tau", "compiled"));

await import("../dist/cli.js");
