#!/usr/bin/env node
/** The entry of the bundle. It loads nothing before it is known how the process is to run. */
import { restartLean } from "./lean-process.ts";

// Other commands are over soon.
if (process.argv.length === 2) restartLean(process);
await import("./main.ts");
