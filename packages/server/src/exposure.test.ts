import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { createExposure } from "./exposure.ts";

function requestWith(headers: Readonly<Record<string, string>>): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), { headers });
}

test.for([
  [{}, true],
  [{ WEFT_HOST: "::1" }, true],
  [{ WEFT_HOST: "localhost", WEFT_PUBLIC_URL: "http://localhost:7070" }, true],
  [{ WEFT_PUBLIC_URL: "http://[::1]:7070" }, true],
  [{ WEFT_HOST: "0.0.0.0" }, false],
  [{ WEFT_PUBLIC_URL: "https://weft.example" }, false],
  [{ WEFT_PUBLIC_URL: "http://127.0.0.1.example" }, false],
  [{ WEFT_PUBLIC_URL: "http://localhost:7070", WEFT_TRUST_PROXY: "1" }, false],
] as const)("[WR1] with %o, only this machine reaches the server: %s", ([env, expected]) => {
  expect(createExposure(readConfig(env), { warn() {} }).onlyThisMachine).toBe(expected);
});

test("[WR1] one forwarded request shows that others reach the server, and is logged once", () => {
  const warnings: unknown[] = [];
  const reached: boolean[] = [];
  const exposure = createExposure(readConfig({}), { warn: (line: unknown) => void warnings.push(line) });
  exposure.onReached(() => void reached.push(exposure.onlyThisMachine));
  exposure.see(requestWith({ host: "localhost:7070" }));
  expect([exposure.onlyThisMachine, warnings.length]).toEqual([true, 0]);
  for (let n = 0; n < 3; n++) exposure.see(requestWith({ host: "localhost:7070", "x-forwarded-for": "203.0.113.8" }));
  exposure.see(requestWith({ host: "localhost:7070" }));
  expect([exposure.onlyThisMachine, warnings.length, reached]).toEqual([false, 1, [false]]);
});
