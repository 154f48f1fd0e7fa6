import { expect, test } from "vitest";
import { createCredentials } from "../connection/credentials.ts";
import { upload, uploadPartSize } from "../comments/uploads.ts";
import { HttpApi } from "./http-api.ts";
import { HttpTransport, path } from "./transport.ts";

interface Sent {
  readonly request: string;
  readonly token: string | null;
  readonly body: unknown;
  readonly type: string | null;
}

let tokens = 0;
const tokenWith = (perms: object) => {
  const payload = { k: "acc", uid: "ada", perms, iat: 0, exp: 3_600, n: tokens++ };
  return `h.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.s`;
};

function open(
  answer: (request: string, at: number) => Response | Promise<Response>,
  perms: object = { "*": ["*:write"] },
) {
  const sent: Sent[] = [];
  const asked: (string | undefined)[] = [];
  const waits: number[] = [];
  const transport = new HttpTransport({
    base: new URL("http://weft.test/prefix"),
    credentials: createCredentials({
      authEndpoint: async (room) => {
        asked.push(room);
        return { token: tokenWith(perms) };
      },
      fetch: () => Promise.reject(new Error("not used")),
      now: () => 0,
    }),
    timers: {
      set(delayMs, run) {
        waits.push(delayMs);
        const timer = setImmediate(run);
        return { cancel: () => clearImmediate(timer) };
      },
    },
    fetch: (async (url: string, { method, headers, body, signal }: RequestInit) => {
      const { pathname, search } = new URL(url);
      const named = new Headers(headers);
      const request = `${method} ${pathname}${search}`;
      sent.push({
        request,
        token: named.get("authorization"),
        type: named.get("content-type"),
        body: body instanceof Blob ? body.size : body === undefined ? undefined : JSON.parse(body as string),
      });
      const answered = await answer(request, sent.length);
      signal?.throwIfAborted();
      return answered;
    }) as typeof fetch,
  });
  return { transport, http: new HttpApi(transport, () => 1_000_000_000), sent, asked, waits };
}

test("[CS100] what is put into a path is escaped, part by part", () => {
  expect(path`/v2/c/rooms/${"a/b ?#é😀"}/threads/${"th_1"}`).toBe(
    "/v2/c/rooms/a%2Fb%20%3F%23%C3%A9%F0%9F%98%80/threads/th_1",
  );
});

test("[CS100] calls are sent as the wire specification says, with dates of what is answered", async () => {
  const thread = {
    id: "th_1",
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-02T00:00:00.000Z",
    metadata: { createdAt: "2026-01-01T00:00:00.000Z" },
    comments: [
      { id: "cm_1", createdAt: "2026-01-01T00:00:00.000Z", reactions: [{ createdAt: "2026-01-01T00:00:00.000Z" }] },
    ],
  };
  const meta = { requestedAt: "2026-01-03T00:00:00.000Z", nextCursor: "c" };
  const { http, sent } = open(() => Response.json({ data: [thread], inboxNotifications: [], subscriptions: [], meta }));
  const page = await http.getThreads("r/1", { cursor: "a b", query: { resolved: true } });
  expect(sent).toMatchObject([
    {
      request: "GET /v2/c/rooms/r%2F1/threads?limit=50&cursor=a+b&query=resolved%3Atrue",
      type: "application/json; charset=utf-8",
    },
  ]);
  const [read] = page.threads;
  expect(read!.updatedAt).toEqual(new Date("2026-01-02T00:00:00.000Z"));
  expect(read!.comments[0]!.reactions[0]!.createdAt).toBeInstanceOf(Date);
  // Metadata is the application's own.
  expect(read!.metadata).toEqual({ createdAt: "2026-01-01T00:00:00.000Z" });
  expect(page).toMatchObject({ nextCursor: "c", requestedAt: new Date(meta.requestedAt), permissionHints: {} });
});

test("[CS100] a prompt about a text is sent with its context, and answered with the text of the answer", async () => {
  const prompt = { prompt: "Shorten", context: { beforeSelection: "a", selection: "b", afterSelection: "c" } };
  const previous = { prompt: "Before", response: { type: "insert", text: "d" } } as const;
  const { signal } = new AbortController();
  const { http, sent } = open(() => Response.json({ content: [{ type: "text", text: "{}" }] }));
  expect(await http.executeContextualPrompt("r/1", { ...prompt, previous, signal })).toBe("{}");
  expect(sent).toMatchObject([
    { request: "POST /v2/c/rooms/r%2F1/ai/contextual-prompt", body: { ...prompt, previous } },
  ]);
  const empty = open(() => Response.json({ content: [] }));
  await expect(empty.http.executeContextualPrompt("r", prompt)).rejects.toMatchObject({
    message: "The answer to the prompt is empty.",
    status: undefined,
  });
});

test("[CS100] a room that is not there yet has no threads", async () => {
  const { http } = open(() => Response.json({ error: "ROOM_NOT_FOUND" }, { status: 404 }));
  expect(await http.getThreads("r", {})).toMatchObject({ threads: [], nextCursor: null });
  expect(await http.getThread({ roomId: "r", threadId: "th_1" })).toEqual({});
  await expect(http.getThreadsSince("r", new Date())).rejects.toMatchObject({ status: 404, code: "ROOM_NOT_FOUND" });
});

test("[CS102] a token is taken by what a call needs", async () => {
  const { http, asked } = open(() => Response.json({}), { r: ["*:read", "comments:public:write"] });
  await http.markThreadAsResolved({ roomId: "r", threadId: "th_1", visibility: "public" });
  await http.subscribeToThread({ roomId: "r", threadId: "th_1" });
  await http.markAsRead("all");
  expect(asked).toEqual(["r"]);
  await http.markThreadAsResolved({ roomId: "r", threadId: "th_1", visibility: "private" });
  expect(asked).toEqual(["r", "r"]);
});

test("[CS102] a token that the server says is no longer good is replaced once, and the call repeated", async () => {
  const { http, sent, asked } = open((_, at) =>
    at === 1 ? Response.json({ error: "TOKEN_EXPIRED" }, { status: 403 }) : Response.json({ count: 3 }),
  );
  expect(await http.getUnreadCount()).toBe(3);
  expect([sent.length, asked.length, sent[0]!.token === sent[1]!.token]).toEqual([2, 2, false]);
  const never = open(() => Response.json({ error: "TOKEN_EXPIRED", message: "Expired." }, { status: 401 }));
  await expect(never.http.getUnreadCount()).rejects.toMatchObject({ status: 401, code: "TOKEN_EXPIRED" });
  expect(never.sent).toHaveLength(2);
  const refused = open(() => Response.json({ error: "FORBIDDEN" }, { status: 403 }));
  await expect(refused.http.getUnreadCount()).rejects.toMatchObject({ status: 403 });
  expect(refused.sent).toHaveLength(1);
});

test("[CS103] errors say what the server answered, or that it did not", async () => {
  const refusal = { error: "NO", message: "You may not.", suggestion: "Ask.", docs: "http://docs" };
  const { http } = open(() => Response.json(refusal, { status: 422 }));
  const error = await http.markAsReadInRoom("r", ["in_1"]).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    name: "WeftError",
    status: 422,
    code: "NO",
    suggestion: "Ask.",
    docs: "http://docs",
    answer: refusal,
    context: { type: "REQUEST_ERROR", roomId: "r" },
  });
  expect(String(error)).toContain("You may not.");
  const page = open(() => new Response("<html>", { status: 502 }));
  await expect(page.http.markAsRead("all")).rejects.toMatchObject({ status: 502 });
  const cut = open(() => Promise.reject(new TypeError("fetch failed")));
  await expect(cut.http.markAsRead("all")).rejects.toMatchObject({
    status: undefined,
    message: /could not be reached/,
  });
  const html = open(() => new Response("<html>"));
  await expect(html.http.getUnreadCount()).rejects.toThrow("`baseUrl`");
});

const attachmentTarget = {
  path: "/v2/c/rooms/r/attachments/at_1",
  name: "a b.txt",
  needs: { room: "r", resource: "comments", level: "write" },
} as const;

test("[CS104] a small file is one call, which is repeated while the server has a fault", async () => {
  const { transport, sent, waits } = open((_, at) =>
    at < 3 ? new Response("", { status: 503 }) : Response.json({ id: "at_1" }),
  );
  const progress: number[] = [];
  const onProgress = (done: number) => void progress.push(done);
  expect(await upload(transport, attachmentTarget, new Blob(["abc"]), { onProgress })).toEqual({ id: "at_1" });
  expect(sent.map(({ request, type, body }) => [request, type, body])).toEqual(
    Array.from({ length: 3 }, () => [
      "PUT /v2/c/rooms/r/attachments/at_1/upload/a%20b.txt?fileSize=3",
      "application/octet-stream",
      3,
    ]),
  );
  expect([progress, waits]).toEqual([[3], [2_000, 2_000]]);
});

test("[CS104] a large file is sent in parts, at most five at once, and completed in their order", async () => {
  let running = 0;
  let most = 0;
  const { transport, sent } = open(async (request) => {
    if (request.startsWith("POST") && !request.endsWith("complete")) return Response.json({ uploadId: "u/1" });
    if (request.endsWith("complete")) return Response.json({ id: "at_1" });
    most = Math.max(most, ++running);
    await new Promise(setImmediate);
    running--;
    const partNumber = Number(request.split("/").at(-1));
    return Response.json({ partNumber, etag: `e${partNumber}` });
  });
  const file = new Blob([new Uint8Array(uploadPartSize * 6 + 1)]);
  const progress: number[] = [];
  await upload(transport, attachmentTarget, file, { onProgress: (done) => void progress.push(done) });
  expect(most).toBe(5);
  expect(progress.at(-1)).toBe(file.size);
  expect(
    sent
      .filter(({ request }) => request.startsWith("PUT"))
      .map(({ body }) => body as number)
      .toSorted((a, b) => b - a),
  ).toEqual([...Array.from({ length: 6 }, () => uploadPartSize), 1]);
  expect(sent.at(-1)).toMatchObject({
    request: "POST /v2/c/rooms/r/attachments/at_1/multipart/u%2F1/complete",
    body: { parts: Array.from({ length: 7 }, (_, at) => ({ partNumber: at + 1, etag: `e${at + 1}` })) },
  });
});

test("[CS104] an upload that is aborted is abandoned", async () => {
  const abort = new AbortController();
  const { transport, sent } = open((request) => {
    if (request.startsWith("POST")) return Response.json({ uploadId: "u" });
    abort.abort();
    return Response.json({ partNumber: 1, etag: "e" });
  });
  const file = new Blob([new Uint8Array(uploadPartSize + 1)]);
  await expect(upload(transport, attachmentTarget, file, { signal: abort.signal })).rejects.toMatchObject({
    name: "AbortError",
  });
  await new Promise(setImmediate);
  expect(sent.at(-1)!.request).toBe("DELETE /v2/c/rooms/r/attachments/at_1/multipart/u");
});
