/** `npm start`: builds what is shown if it is not built, then serves, in one process, so that signals reach the server. */
import "./build-examples.ts";

if (process.exitCode === undefined || process.exitCode === 0) await import("./build-site.ts");

if (process.exitCode === undefined || process.exitCode === 0) await import("@weft/server/main");
