/** The example of the README, so that it is type-checked. `scripts/readmes.test.ts` compares the two. */
import type { Logger } from "pino";
import { openServer, readConfig } from "./index.ts";

declare const log: Logger;

// The example:
await using server = await openServer(readConfig({ WEFT_PORT: "0", WEFT_DATA: "/tmp/weft" }), log);
await fetch(`${server.url}/health/ready`);
