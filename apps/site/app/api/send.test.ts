import { afterEach, expect, test, vi } from "vitest";
import { RequestFailed } from "./request-failed.ts";
import { send } from "./send.ts";

const answer = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
vi.stubGlobal("fetch", answer);
afterEach(() => void answer.mockReset());

function failure(promise: Promise<unknown>): Promise<RequestFailed> {
  return promise.then(
    () => expect.unreachable("the request should have failed"),
    (error: unknown) => {
      expect(error).toBeInstanceOf(RequestFailed);
      return error as RequestFailed;
    },
  );
}

test("a read carries its query and no CSRF header", async () => {
  answer.mockResolvedValue(Response.json({ ok: true }));
  expect(await send("GET", "/internal/x", { query: { a: "1 2", b: ["x", "y"], c: undefined } })).toEqual({ ok: true });
  const [url, init] = answer.mock.calls[0]!;
  expect(url).toBe("/internal/x?a=1+2&b=x&b=y");
  expect(new Headers(init.headers).has("x-weft-csrf")).toBe(false);
});

test("a write carries JSON and the CSRF header; an answer without a body is undefined", async () => {
  answer.mockResolvedValue(new Response(null, { status: 204 }));
  expect(await send("DELETE", "/internal/x", { body: { a: 1 } })).toBeUndefined();
  const [, init] = answer.mock.calls[0]!;
  expect(new Headers(init.headers).get("x-weft-csrf")).toBe("1");
  expect(init.body).toBe('{"a":1}');
});

test("an error says what the server said", async () => {
  answer.mockResolvedValue(
    Response.json({ error: "FORBIDDEN", message: "Not yours.", requestId: "req_1" }, { status: 403 }),
  );
  expect(await failure(send("GET", "/internal/x"))).toMatchObject({
    status: 403,
    code: "FORBIDDEN",
    message: "Not yours.",
    requestId: "req_1",
  });
});

test("an answer that is not JSON is a failure, even with status 200", async () => {
  answer.mockResolvedValue(new Response("<html>", { headers: { "x-request-id": "req_2" } }));
  expect(await failure(send("GET", "/internal/x"))).toMatchObject({ status: 200, code: "UNKNOWN", requestId: "req_2" });
});

test("no answer is a failure of status 0", async () => {
  answer.mockRejectedValue(new TypeError("refused"));
  expect(await failure(send("GET", "/internal/x"))).toMatchObject({ status: 0, code: "UNREACHABLE" });
});
