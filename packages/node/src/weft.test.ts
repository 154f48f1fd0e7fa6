import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { Weft } from "./weft.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

/** A server on the loopback address. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test("[ND4] options that are missing or wrong are errors that say what to set", () => {
  vi.stubEnv("WEFT_BASE_URL", undefined);
  const baseUrl = "https://weft.test";
  expect(() => new Weft({ secret: "sk_1" })).toThrow(/Set `baseUrl`, or the environment variable WEFT_BASE_URL/);
  expect(() => new Weft({ secret: "sk_1", baseUrl: "weft.test" })).toThrow(/"weft.test" is not a URL of a Weft server/);
  expect(() => new Weft({ secret: "pk_1", baseUrl })).toThrow(/is a public key/);
  expect(() => new Weft({ secret: "sk_1 2", baseUrl })).toThrow(/must be the secret key/);
  expect(() => new Weft({ baseUrl } as never)).toThrow(/Give the secret key/);
  expect(() => new Weft({ secret: "sk_1", baseUrl, retries: -1 })).toThrow(/`retries`/);
  expect(new Weft({ managementToken: "wmt_1", baseUrl })).toBeInstanceOf(Weft);
});

test("[ND4] the server is the one that the environment names, unless an option does", async () => {
  await using server = await serve((request, response) =>
    response.end(JSON.stringify({ data: [request.headers.authorization], nextCursor: null })),
  );
  vi.stubEnv("WEFT_BASE_URL", server.url);
  expect((await new Weft({ secret: "sk_env" }).getFeeds({ roomId: "a" })).data).toEqual(["Bearer sk_env"]);
  vi.stubEnv("WEFT_BASE_URL", "http://127.0.0.1:1");
  const page = await new Weft({ secret: "sk_1", baseUrl: server.url }).getFeeds({ roomId: "a" });
  expect(page.data).toEqual(["Bearer sk_1"]);
});

test("[ND4] a client that is printed does not show its secret", async () => {
  const { inspect } = await import("node:util");
  const weft = new Weft({ secret: "sk_very_secret", baseUrl: "http://weft.test" });
  expect(inspect(weft, { depth: 10, showHidden: true })).not.toContain("very_secret");
  expect(JSON.stringify(weft)).toBe("{}");
});

test("[ND10] over a real connection, an answer that never comes is asked for again", async () => {
  let requests = 0;
  await using server = await serve((request, response) => {
    requests++;
    if (requests === 1) request.socket.destroy();
    else if (requests === 2) response.writeHead(503, { "Retry-After": "0" }).end("{}");
    else response.end(JSON.stringify({ type: "room", id: "a", createdAt: "2026-03-01T12:00:00.000Z" }));
  });
  const weft = new Weft({ secret: "sk_1", baseUrl: server.url });
  expect(await weft.getRoom("a")).toEqual({ type: "room", id: "a", createdAt: new Date("2026-03-01T12:00:00.000Z") });
  expect(requests).toBe(3);
});

test("[ND13] over a real connection, a call can be aborted while it waits for the answer", async () => {
  const controller = new AbortController();
  await using server = await serve(() => controller.abort(new Error("Enough.")));
  const weft = new Weft({ secret: "sk_1", baseUrl: server.url });
  await expect(weft.getRoom("a", { signal: controller.signal })).rejects.toThrow("Enough.");
});

test("[ND6] a list is gone through page by page, each asked for when it is needed", async () => {
  const asked: (string | null)[] = [];
  const weft = new Weft({
    secret: "sk_1",
    baseUrl: "http://weft.test",
    fetch: async (url) => {
      const { searchParams } = new URL(url);
      asked.push(`${searchParams.get("limit")} ${searchParams.get("startingAfter")}`);
      const number = Number(searchParams.get("startingAfter") ?? 0);
      const data = number === 1 ? [] : [{ id: `${number}a` }, { id: `${number}b` }];
      return Response.json({ data, nextCursor: number === 3 ? null : String(number + 1) });
    },
  });
  const seen: string[] = [];
  for await (const { id } of weft.iterRooms({}, { pageSize: 2 })) {
    if (seen.push(id) === 1) expect(asked).toEqual(["2 null"]);
  }
  // A page may be empty while there are more.
  expect(seen).toEqual(["0a", "0b", "2a", "2b", "3a", "3b"]);
  expect(asked).toEqual(["2 null", "2 1", "2 2", "2 3"]);
});

function tokens(answer: () => Response | Promise<Response>) {
  const bodies: unknown[] = [];
  const weft = new Weft({
    secret: "sk_1",
    baseUrl: "http://weft.test",
    retries: 0,
    fetch: async (_, { body }) => {
      bodies.push(JSON.parse(body as string));
      return answer();
    },
  });
  return { weft, bodies };
}

test("[ND20] a session collects permissions by pattern, and asks for a token with them", async () => {
  const { weft, bodies } = tokens(() => Response.json({ token: "t" }));
  const session = weft.prepareSession("ada", { userInfo: { name: "Ada" }, tenantId: "acme" });
  session.allow("docs:*", session.READ_ACCESS).allow("docs:1", session.FULL_ACCESS).allow("docs:*", ["comments:write"]);
  expect(await session.authorize()).toEqual({ status: 200, body: '{"token":"t"}' });
  expect(bodies).toEqual([
    {
      userId: "ada",
      userInfo: { name: "Ada" },
      organizationId: "acme",
      permissions: { "docs:*": ["*:read", "comments:write"], "docs:1": ["*:write"] },
    },
  ]);
});

test("[ND20] patterns that no server accepts are refused at once", () => {
  const session = tokens(() => new Response()).weft.prepareSession("ada");
  for (const wrong of ["", "a*b", "**", "x".repeat(129), 5])
    expect(() => session.allow(wrong as string, session.FULL_ACCESS)).toThrow(/is not a pattern of rooms/);
  expect(() => session.allow("a", [])).toThrow(/at least one permission/);
  for (let n = 0; n < 10; n++) session.allow(`${n}`, session.FULL_ACCESS);
  expect(() => session.allow("0", session.READ_ACCESS)).not.toThrow();
  expect(() => session.allow("one more", session.FULL_ACCESS)).toThrow(/at most 10 patterns/);
  expect(() => tokens(() => new Response()).weft.prepareSession("")).toThrow(/userId/);
});

test("[ND21] a token that cannot be had is an answer for the application's client, not an error", async () => {
  const refused = { error: "INVALID_SECRET_KEY", message: "Invalid secret key.", suggestion: "s", docs: "d" };
  const { weft } = tokens(() => Response.json(refused, { status: 403 }));
  const answer = await weft.identifyUser("ada");
  expect({ ...answer, body: JSON.parse(answer.body) as unknown }).toEqual({ status: 403, body: refused });
  const broken = await tokens(() => new Response("oops", { status: 500 })).weft.identifyUser("ada");
  expect(broken.status).toBe(503);
  const manager = new Weft({ managementToken: "wmt_1", baseUrl: "http://weft.test" });
  await expect(manager.identifyUser("ada")).rejects.toThrow(/create the client with `secret`/);
  const failure = new TypeError("fetch failed");
  const unreachable = await tokens(() => Promise.reject(failure))
    .weft.prepareSession("ada")
    .authorize();
  expect(unreachable).toMatchObject({ status: 503, error: failure });
});
