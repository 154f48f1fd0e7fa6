import { describe, expect, test } from "vitest";
import { AuthorizationFailed, ReconnectingSocket } from "./reconnecting-socket.ts";
import type { SocketLike } from "./reconnecting-socket.ts";
import { nextState, reactionTo, statusOf } from "./states.ts";
import type { ConnectionEvent, ConnectionState } from "./states.ts";

/** A connection on a clock that is moved by hand. */
function open({ authorize = () => Promise.resolve("token") }: { authorize?: () => Promise<string> } = {}) {
  const log: string[] = [];
  interface FakeSocket extends SocketLike {
    readonly sent: string[];
    readonly listeners: Map<string, (event: never) => void>;
    isClosed: boolean;
  }
  const sockets: FakeSocket[] = [];
  const timers = new Map<number, { readonly at: number; readonly callback: () => void }>();
  let now = 0;
  let count = 0;
  let isUnwatched = false;
  const connection = new ReconnectingSocket<string>({
    authorize,
    open() {
      const socket: FakeSocket = {
        sent: [],
        listeners: new Map(),
        isClosed: false,
        addEventListener: (type: string, listener: (event: never) => void) => void socket.listeners.set(type, listener),
        send: (text) => void socket.sent.push(text),
        close: () => void (socket.isClosed = true),
      };
      sockets.push(socket);
      return socket;
    },
    timers: {
      set(delayMs, callback) {
        const id = count++;
        timers.set(id, { at: now + delayMs, callback });
        return { cancel: () => void timers.delete(id) };
      },
    },
    isUnwatched: () => isUnwatched,
    listener: {
      statusChanged: (status) => void log.push(status),
      opened: ({ actor }, credential) => void log.push(`actor ${actor} with ${credential}`),
      received: ({ type }) => void log.push(`message ${type as number}`),
      lost: () => void log.push("lost"),
      expired: (credential) => void log.push(`expired ${credential}`),
      failed: (code, reason) => void log.push(`failed ${code} ${reason}`),
    },
  });
  return {
    connection,
    log,
    sockets,
    get waits() {
      return Array.from(timers.values(), ({ at }) => at - now);
    },
    unwatch: () => void (isUnwatched = true),
    /** Lets the time pass until the next timer, and what follows. */
    async pass(ms: number) {
      const end = now + ms;
      for (;;) {
        await new Promise<void>((resolve) => setImmediate(resolve));
        const [next] = [...timers].filter(([, { at }]) => at <= end).toSorted(([, a], [, b]) => a.at - b.at);
        if (next === undefined) break;
        now = next[1].at;
        timers.delete(next[0]);
        next[1].callback();
      }
      now = end;
    },
    hear: (frame: unknown, socket = sockets.at(-1)!) =>
      socket.listeners.get("message")!({
        data: typeof frame === "object" && !(frame instanceof ArrayBuffer) ? JSON.stringify(frame) : frame,
      } as never),
    close: (code: number, reason = "", socket = sockets.at(-1)!) =>
      socket.listeners.get("close")!({ code, reason } as never),
  };
}

const roomState = { type: 104, actor: 3, nonce: "n", scopes: ["*:write"], users: {}, meta: {} };

async function connected(options?: Parameters<typeof open>[0]) {
  const client = open(options);
  client.connection.connect();
  await client.pass(0);
  client.hear(roomState);
  return client;
}

test("[CS50] a client gets a credential, opens a socket, and is connected with the first frame", async () => {
  const client = open();
  client.connection.connect();
  await client.pass(0);
  client.hear([{ type: 101 }]);
  expect(client.log).toEqual(["connecting"]);
  client.hear(roomState);
  client.hear([{ type: 100 }, { type: 103 }]);
  expect(client.log).toEqual([
    "connecting",
    "actor 3 with token",
    "connected",
    "message 101",
    "message 100",
    "message 103",
  ]);
});

test("[CS50] what is no message is ignored", async () => {
  const client = await connected();
  for (const frame of ["no JSON", "7", "[1, null, [2]]", "null"]) client.hear(frame);
  client.hear(new ArrayBuffer(1));
  expect(client.log.filter((each) => each.startsWith("message"))).toEqual([]);
});

test("[CS51] a silent connection is asked whether it lives, and replaced two seconds later", async () => {
  const client = await connected();
  await client.pass(29_999);
  expect(client.sockets[0]!.sent).toEqual([]);
  await client.pass(1);
  expect(client.sockets[0]!.sent).toEqual(["ping"]);
  client.hear("pong");
  await client.pass(30_000);
  expect(client.sockets[0]!.sent).toEqual(["ping", "ping"]);
  await client.pass(2_000);
  expect(client.sockets).toHaveLength(2);
  expect(client.sockets[0]!.isClosed).toBe(true);
  expect(client.log.slice(-2)).toEqual(["lost", "reconnecting"]);
  client.hear(roomState);
  expect(client.connection.status).toBe("connected");
});

test("[CS51] frames of a connection that was given up are ignored", async () => {
  const client = await connected();
  const [old] = client.sockets;
  client.connection.reconnect();
  const { length } = client.log;
  client.hear([{ type: 100 }], old);
  client.close(4001, "", old);
  expect(client.log.slice(length)).toEqual([]);
});

test("[CS51] a connection that no one looks at is given up, and made again when someone does", async () => {
  const client = await connected();
  client.unwatch();
  await client.pass(30_000);
  expect([client.connection.status, client.sockets[0]!.isClosed]).toEqual(["reconnecting", true]);
  await client.pass(600_000);
  expect(client.sockets).toHaveLength(1);
  client.connection.wake();
  await client.pass(0);
  expect(client.sockets).toHaveLength(2);
});

test("[CS52] waits grow with each attempt, and begin anew once a client was connected", async () => {
  const client = open({ authorize: () => Promise.reject(new Error("no network")) });
  client.connection.connect();
  const waits: number[] = [];
  for (let attempt = 0; attempt < 9; attempt++) {
    await client.pass(0);
    waits.push(client.waits[0]!);
    await client.pass(client.waits[0]!);
  }
  expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000]);
  const back = await connected();
  back.close(1006);
  expect(back.waits).toEqual([250]);
  await back.pass(250);
  back.close(1006);
  expect(back.waits).toEqual([500]);
  await back.pass(500);
  back.hear(roomState);
  back.close(1006);
  expect(back.waits).toEqual([250]);
});

test("[CS52] a wait ends as soon as the network is back", async () => {
  const client = await connected();
  client.close(1013);
  expect(client.waits).toEqual([2_000]);
  client.connection.wake();
  expect(client.sockets).toHaveLength(2);
});

test("[CS53] a refusal permanently ends in `disconnected`, with its code and reason, until the client is told to connect", async () => {
  const client = await connected();
  client.close(4001, "You may not.");
  expect(client.log.slice(-3)).toEqual(["lost", "disconnected", "failed 4001 You may not."]);
  expect(client.waits).toEqual([]);
  client.connection.connect();
  expect(client.connection.status).toBe("connecting");
  const refused = open({ authorize: () => Promise.reject(new AuthorizationFailed("Sign in first.", true)) });
  refused.connection.connect();
  await refused.pass(0);
  expect(refused.log).toEqual(["connecting", "disconnected", "failed -1 Sign in first."]);
});

test("[CS53] a token that has expired is replaced at once, and one that is refused at once is waited for", async () => {
  const client = await connected();
  client.close(4109);
  await client.pass(0);
  expect(client.log).toContain("expired token");
  expect(client.sockets).toHaveLength(2);
  client.close(4109);
  expect(client.waits).toEqual([250]);
});

describe("[CS53] after a close", () => {
  test.each([
    [1000, "authorizeLater", "openLater"],
    [1001, "authorizeLater", "openLater"],
    [1006, "authorizeLater", "openLater"],
    [1011, "authorizeLater", "openLater"],
    [1012, "authorizeLater", "openLater"],
    [1013, "openMuchLater", "openMuchLater"],
    [4000, "fail", "fail"],
    [4001, "fail", "fail"],
    [4005, "fail", "fail"],
    [4006, "fail", "fail"],
    [4099, "fail", "fail"],
    [4100, "authorizeLater", "authorizeLater"],
    [4109, "authorize", "authorize"],
    [4199, "authorizeLater", "authorizeLater"],
    [4200, "openMuchLater", "openMuchLater"],
    [4300, "authorizeLater", "openLater"],
    [4999, "fail", "fail"],
  ] as const)("with %i a client does %s before it is connected, and %s afterwards", (code, before, after) => {
    expect([reactionTo(code, false), reactionTo(code, true)]).toEqual([before, after]);
  });
});

test("[CS50] whatever happens, a client can be told to leave, and to connect", () => {
  const events: ConnectionEvent<string>[] = [
    { type: "connect" },
    { type: "reconnect" },
    { type: "authorized", credential: "c" },
    { type: "unauthorized", isFinal: false, reason: "" },
    { type: "unauthorized", isFinal: true, reason: "" },
    { type: "opened" },
    { type: "closed", code: 1006, reason: "" },
    { type: "closed", code: 4001, reason: "" },
    { type: "heard" },
    { type: "elapsed" },
    { type: "unwatched" },
    { type: "woken" },
    { type: "doubted" },
  ];
  const reached = new Map<string, ConnectionState<string>>([["initial", { kind: "initial" }]]);
  for (let size = 0; size < reached.size;) {
    size = reached.size;
    for (const state of reached.values())
      for (const event of events) {
        const next = nextState(state, event);
        if (!reached.has(next.kind)) reached.set(next.kind, next);
      }
  }
  expect([...reached.keys()].toSorted()).toEqual([
    "authorizing",
    "awaitingPong",
    "connected",
    "failed",
    "initial",
    "opening",
    "paused",
    "waitingToAuthorize",
    "waitingToOpen",
  ]);
  for (const state of reached.values()) {
    expect(nextState(state, { type: "disconnect" }).kind).toBe("initial");
    expect(["connecting", "connected", "reconnecting"]).toContain(statusOf(nextState(state, { type: "connect" })));
  }
});
