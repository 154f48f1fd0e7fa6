import { afterEach, expect, test, vi } from "vitest";
import { sendCall } from "./send-call.ts";

afterEach(() => vi.unstubAllGlobals());

function answer(response: Response) {
  const fetched = vi.fn<typeof fetch>(async () => response);
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

test("a call goes to the gateway of the project, with the session and without a key", async () => {
  const fetched = answer(Response.json({ id: "lobby" }, { status: 200 }));
  const response = await sendCall("pr/1", "POST", { path: "/rooms", body: '{"id":"lobby"}' });
  expect(response).toMatchObject({ status: 200, language: "json", body: '{\n  "id": "lobby"\n}' });
  const [address, init] = fetched.mock.calls[0]!;
  expect(address).toBe("/internal/projects/pr%2F1/api/rooms");
  expect(init).toMatchObject({ method: "POST", credentials: "same-origin", body: '{"id":"lobby"}' });
  const headers = new Headers(init!.headers);
  expect(headers.get("X-Weft-CSRF")).toBe("1");
  expect(headers.get("Content-Type")).toBe("application/json");
  expect(headers.has("Authorization")).toBe(false);
});

test("errors are answers too, and bytes are counted", async () => {
  answer(Response.json({ error: "ROOM_NOT_FOUND" }, { status: 404 }));
  expect(await sendCall("p", "GET", { path: "/rooms/a", body: undefined })).toMatchObject({
    status: 404,
    body: '{\n  "error": "ROOM_NOT_FOUND"\n}',
  });
  answer(new Response(new Uint8Array(1_500), { headers: { "content-type": "application/octet-stream" } }));
  expect((await sendCall("p", "GET", { path: "/x", body: undefined })).body).toBe("1,500 bytes");
  answer(new Response(null, { status: 204 }));
  expect((await sendCall("p", "DELETE", { path: "/x", body: undefined })).body).toBe("");
});

test("a long answer is cut", async () => {
  answer(new Response("a".repeat(300_000), { headers: { "content-type": "text/plain" } }));
  expect((await sendCall("p", "GET", { path: "/x", body: undefined })).body).toHaveLength(200_002);
});
