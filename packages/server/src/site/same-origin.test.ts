import type { FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { isOwnSocket, logForeignCalls, refuseForeign, requireOwnOrigin } from "./same-origin.ts";

const publicUrl = "https://weft.test";
const mark = { "x-weft-csrf": "1" };
const own = { origin: "https://weft.test", "sec-fetch-site": "same-origin" };

function call(method: string, headers: Readonly<Record<string, string>>, protocol = "https"): FastifyRequest {
  return { method, protocol, headers: { host: "weft.internal:7070", ...headers } } as unknown as FastifyRequest;
}

const isRefused = (check: () => void) => {
  try {
    check();
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: "FORBIDDEN" });
    return true;
  }
};

test.for([
  [{ ...own, ...mark }, false],
  // A browser names the host that it was told to reach: one behind a proxy may have several.
  [{ origin: "https://weft.internal:7070", ...mark }, false],
  // Programs send no origin, and have the header.
  [mark, false],
  [own, true],
  [{}, true],
  [{ ...mark, origin: "https://evil.test" }, true],
  [{ ...mark, origin: "null" }, true],
  [{ ...mark, origin: "http://weft.test" }, true],
  [{ ...mark, origin: "https://weft.test.evil.test" }, true],
  [{ ...mark, origin: "https://weft.test:8443" }, true],
  [{ ...mark, ...own, "sec-fetch-site": "cross-site" }, true],
  [{ ...mark, ...own, "sec-fetch-site": "same-site" }, true],
  [{ ...mark, ...own, "sec-fetch-site": "none" }, true],
] as const)("[AD6] a change that comes with %j is refused: %s", ([headers, refused]) => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"])
    expect([method, isRefused(() => refuseForeign(call(method, headers), { publicUrl }))]).toEqual([method, refused]);
  for (const method of ["GET", "HEAD", "OPTIONS"])
    expect(isRefused(() => refuseForeign(call(method, headers), { publicUrl }))).toBe(false);
});

test.for([
  [{ "sec-fetch-site": "same-origin" }, false],
  [{ origin: "https://weft.test" }, false],
  [mark, false],
  [{}, true],
  [{ "sec-fetch-site": "cross-site" }, true],
  [{ "sec-fetch-site": "none" }, true],
  [{ origin: "https://evil.test" }, true],
] as const)("[AD6] a read that changes something, with %j, is refused: %s", ([headers, refused]) => {
  expect(isRefused(() => requireOwnOrigin(call("GET", headers), { publicUrl }))).toBe(refused);
});

test.for([
  ["https://weft.test", { origin: "https://weft.test", host: "weft.test" }, true],
  ["https://weft.test", { origin: "https://weft.internal", host: "weft.internal" }, true],
  ["http://localhost:7070", { origin: "http://localhost:7070", host: "localhost:7070" }, true],
  ["http://localhost:7070", { origin: "http://192.0.2.1:7070", host: "192.0.2.1:7070" }, true],
  ["https://weft.test", { host: "weft.test" }, false],
  ["https://weft.test", { origin: "https://evil.test", host: "weft.test" }, false],
  ["https://weft.test", { origin: "null", host: "weft.test" }, false],
  ["https://weft.test", { origin: "http://weft.internal", host: "weft.internal" }, false],
] as const)("[AD7] at %s, a page with %j opens sockets of the dashboard: %s", ([url, headers, opens]) => {
  expect(isOwnSocket(headers, url)).toBe(opens);
});

test("behind a proxy that ends TLS, without WEFT_PUBLIC_URL, a refusal and the log name both origins and the setting", () => {
  const lines: unknown[][] = [];
  const foreignCalls = logForeignCalls({ warn: (...line: unknown[]) => void lines.push(line) });
  const site = { publicUrl: "http://localhost:7070", foreignCalls };
  const behindProxy = {
    ...mark,
    origin: "https://weft.example",
    host: "weft.example",
    "sec-fetch-site": "same-origin",
  };
  for (let n = 0; n < 3; n++)
    expect(() => refuseForeign(call("POST", behindProxy, "http"), site)).toThrow(
      expect.objectContaining({ suggestion: expect.stringContaining("set WEFT_PUBLIC_URL to https://weft.example") }),
    );
  expect(lines).toEqual([
    [{ origin: "https://weft.example", own: "http://localhost:7070" }, expect.stringContaining("WEFT_PUBLIC_URL")],
  ]);
  // Other sites do not fill the log, and are told nothing of the setting.
  for (let n = 0; n < 100; n++)
    expect(() => refuseForeign(call("POST", { ...mark, origin: `https://${n}.evil.test` }), site)).toThrow(
      expect.objectContaining({ suggestion: "Make the call from the site itself." }),
    );
  expect(lines).toHaveLength(20);
});
