import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RequestFailed } from "../../api/request-failed.ts";
import { createAiConnection } from "./ai-connection.ts";
import type { ConnectionHint } from "./browser-hints.ts";
import { backoffMs, reactionTo } from "./close-reaction.ts";
import { FakeSocket } from "./testing/fake-socket.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const noHints = { subscribe: () => () => {} };

function connection(getToken: () => Promise<string> = async () => "token") {
  const sockets: FakeSocket[] = [];
  const statuses: string[] = [];
  const frames: unknown[] = [];
  const tokens = vi.fn<() => Promise<string>>(getToken);
  let hint: (what: ConnectionHint) => void = () => {};
  const subject = createAiConnection({
    serverUrl: "https://weft.example",
    getToken: tokens,
    onFrame: (frame) => frames.push(frame),
    onStatus: (status) => statuses.push(status),
    openSocket: (url) => {
      const socket = new FakeSocket(url);
      sockets.push(socket);
      return socket;
    },
    hints: {
      subscribe: (listener) => {
        hint = listener;
        return noHints.subscribe();
      },
    },
  });
  return { subject, sockets, statuses, frames, tokens, hint: (what: ConnectionHint) => hint(what) };
}

async function connected(getToken?: () => Promise<string>) {
  const it = connection(getToken);
  it.subject.open();
  await vi.advanceTimersByTimeAsync(0);
  it.sockets[0]!.open();
  return it;
}

test("it opens /ai/v7 with a token, once, and passes on frames that are JSON", async () => {
  const { subject, sockets, statuses, frames } = await connected();
  subject.open();
  expect(sockets.map(({ url }) => url.href)).toEqual(["wss://weft.example/ai/v7?tok=token"]);
  for (const frame of [{ event: "rebooted" }, "pong", "not JSON"]) sockets[0]!.receive(frame);
  expect(frames).toEqual([{ event: "rebooted" }]);
  expect(statuses).toEqual(["connecting", "connected"]);
  expect(subject.send({ cmd: "x" })).toBe(true);
  expect(sockets[0]!.sent).toEqual(['{"cmd":"x"}']);
});

test("nothing is sent before it is connected", async () => {
  const { subject } = connection();
  expect(subject.send({ cmd: "x" })).toBe(false);
  subject.open();
  expect(subject.send({ cmd: "x" })).toBe(false);
});

test("it pings a quiet socket, and reconnects at once if nothing comes back within two seconds", async () => {
  const { sockets, tokens } = await connected();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(sockets[0]!.sent).toEqual(["ping"]);
  sockets[0]!.receive("pong");
  await vi.advanceTimersByTimeAsync(30_000);
  expect(sockets[0]!.sent).toEqual(["ping", "ping"]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sockets[0]!.closed).toBe(true);
  expect(sockets).toHaveLength(2);
  expect(tokens).toHaveBeenCalledTimes(1);
});

test("a page that becomes visible tests the socket, and one that is online again retries at once", async () => {
  const { sockets, hint } = await connected();
  hint("test");
  expect(sockets[0]!.sent).toEqual(["ping"]);
  sockets[0]!.end(1013);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(sockets).toHaveLength(1);
  hint("retry");
  await vi.advanceTimersByTimeAsync(0);
  expect(sockets).toHaveLength(2);
});

test("lost sockets are reopened with increasing delays; success resets the delay", async () => {
  const { sockets, tokens, statuses } = await connected();
  for (const waitMs of [250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]) {
    sockets.at(-1)!.end(1012);
    const before = sockets.length;
    await vi.advanceTimersByTimeAsync(waitMs - 1);
    expect(sockets).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(sockets).toHaveLength(before + 1);
  }
  expect(statuses).toEqual(["connecting", "connected", "reconnecting"]);
  sockets.at(-1)!.open();
  sockets.at(-1)!.end(1006);
  await vi.advanceTimersByTimeAsync(250);
  expect(sockets).toHaveLength(10);
  // A socket that never opened says that the token may be at fault.
  expect(tokens).toHaveBeenCalledTimes(8);
});

test("an expired token is replaced at once", async () => {
  let issued = 0;
  const { sockets } = await connected(async () => `token${++issued}`);
  sockets[0]!.end(4109);
  await vi.advanceTimersByTimeAsync(0);
  expect(sockets.map(({ url }) => url.searchParams.get("tok"))).toEqual(["token1", "token2"]);
});

test.each([4001, 4000, 4999])("%d ends it permanently", async (code) => {
  const { sockets, subject } = await connected();
  sockets[0]!.end(code);
  await vi.advanceTimersByTimeAsync(600_000);
  subject.open();
  expect(subject.status).toBe("disconnected");
  expect(sockets).toHaveLength(1);
});

test("a refused token request ends it; one that fails otherwise, or takes ten seconds, is tried again", async () => {
  const answers: (() => Promise<string>)[] = [
    () => Promise.reject(new RequestFailed({ status: 503, code: "UNAVAILABLE", message: "Later." })),
    () => new Promise(() => {}),
    () => Promise.reject(new RequestFailed({ status: 401, code: "UNAUTHORIZED", message: "No." })),
  ];
  const { subject, tokens, sockets } = connection(() => answers.shift()!());
  subject.open();
  await vi.advanceTimersByTimeAsync(250);
  expect(tokens).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(tokens).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(500);
  expect(tokens).toHaveBeenCalledTimes(3);
  expect(subject.status).toBe("disconnected");
  expect(sockets).toEqual([]);
});

test("closing it leaves no timer, and later messages of its socket are ignored", async () => {
  const { subject, sockets, frames } = await connected();
  subject.close();
  sockets[0]!.receive({ event: "rebooted" });
  sockets[0]!.end(1006);
  expect(sockets[0]!.closed).toBe(true);
  expect(frames).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test("close codes say whether to stop, and which token and wait come next", () => {
  expect(reactionTo(4108, true)).toEqual({ kind: "retry", newToken: true, wait: "normal" });
  expect(reactionTo(4200, true)).toEqual({ kind: "retry", newToken: false, wait: "slow" });
  expect(reactionTo(1006, true)).toEqual({ kind: "retry", newToken: false, wait: "normal" });
  expect(reactionTo(1006, false)).toEqual({ kind: "retry", newToken: true, wait: "normal" });
  expect([0, 1, 2, 3, 4].map((failures) => backoffMs("slow", failures))).toEqual([
    2_000, 30_000, 60_000, 300_000, 300_000,
  ]);
});
