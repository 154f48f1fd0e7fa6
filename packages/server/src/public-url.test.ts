import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { openServer } from "./server.ts";

test.for([
  [{ WEFT_HOST: "0.0.0.0" }, 1],
  [{ WEFT_HOST: "0.0.0.0", WEFT_PUBLIC_URL: "https://weft.test" }, 0],
  [{ WEFT_HOST: "127.0.0.1" }, 0],
] as const)("a server started with %o warns %i times that its links lead nowhere", async ([settings, times]) => {
  const data = await mkdtemp(join(tmpdir(), "weft-url-"));
  const lines: { readonly msg: string }[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  try {
    await using _ = await openServer(readConfig({ WEFT_PORT: "0", WEFT_DATA: data, ...settings }), log);
    expect(lines.filter(({ msg }) => msg.includes("set WEFT_PUBLIC_URL"))).toHaveLength(times);
  } finally {
    await rm(data, { recursive: true, force: true });
  }
});
