import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Projects } from "@weft/collab";
import { limits } from "@weft/protocol";
import { createManualClock } from "@weft/room/suites/fakes.ts";
import { UnstorableText } from "@weft/store";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { systemClock } from "../clock.ts";
import { openUnreadInput } from "../held-memory.ts";
import { createErrorBoundary } from "../error-boundary.ts";
import { trustsProxy } from "../http/caller-address.ts";
import { createMetrics } from "../metrics.ts";
import { openGateway } from "./gateway.ts";
import type { GatewayOptions } from "./gateway.ts";
import { createSocketCounts } from "./socket-admission.ts";

/** A gateway behind a real port. What a test does not replace fails when it is used. */
async function world(parts: Partial<GatewayOptions> = {}) {
  const stack = new AsyncDisposableStack();
  const log = pino({ level: "silent" });
  const contained = vi.fn<() => void>();
  const boundary = createErrorBoundary({ log, contained });
  const failing = new Proxy({}, { get: () => () => Promise.reject(new Error("broken")) }) as never;
  const gateway = stack.use(
    openGateway({
      projects: failing,
      tokens: failing,
      rooms: failing,
      edge: failing,
      feeds: failing,
      recentComments: { entered: async () => [], left: () => {} },
      connectionLog: failing,
      clock: systemClock,
      limits,
      metrics: createMetrics(),
      log,
      boundary,
      trustsProxy: () => false,
      counts: createSocketCounts(),
      unreadInput: stack.use(openUnreadInput(limits, () => performance.now())),
      ...parts,
    }),
  );
  const server = createServer();
  let target: string | undefined;
  server.on("upgrade", (request, socket, head) => {
    request.url = target ?? request.url!;
    gateway.upgrade(request, socket, head);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  stack.defer(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const connect = (asked: string, headers: Readonly<Record<string, string>> = {}) => {
    target = asked;
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`, { headers });
    socket.on("error", () => {});
    return socket;
  };
  return {
    gateway,
    contained,
    connect,
    /** Asks for an upgrade of this target, and answers the code of the close. */
    async refusal(asked: string): Promise<number> {
      const socket = connect(asked);
      const [code] = (await once(socket, "close")) as [number];
      return code;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test.for(["//", "///", "http://", "http://[", "http://x:99999999/", "//:99999999/x", "/", "/v9", "/v8", "*"])(
  "[SE1] a socket asked for at %s is refused with 4001",
  async (target) => {
    await using here = await world();
    expect(await here.refusal(target)).toBe(4001);
    expect(here.contained).not.toHaveBeenCalled();
  },
);

test("[SE1] a socket whose room id no database can hold is refused with 4001, and asks nothing of any part", async () => {
  await using here = await world();
  for (const credential of ["pubkey=pk_x", "tok=x"])
    expect(await here.refusal(`/v8?roomId=a%00b&${credential}`)).toBe(4001);
  expect(here.contained).not.toHaveBeenCalled();
});

test("[SE1] a text that only the store refuses is a refusal, and no failure", async () => {
  const authenticatePublic = () => Promise.reject(new UnstorableText());
  await using here = await world({ projects: { authenticatePublic } as unknown as Projects });
  expect(await here.refusal("/v8?roomId=r&pubkey=pk_x")).toBe(4001);
  expect(here.contained).not.toHaveBeenCalled();
});

test("[SE2] behind a proxy, sockets count by the address that it appends, whatever clients claim", async () => {
  const never = new Promise<never>(() => {});
  await using here = await world({
    projects: { authenticatePublic: () => never } as unknown as Projects,
    limits: { ...limits, unauthenticatedPerAddress: 2 },
    trustsProxy: trustsProxy(1),
  });
  const sockets: WebSocket[] = [];
  for (const forwarded of ["192.0.2.2", "6.6.6.6, 192.0.2.1", "7.7.7.7, 192.0.2.1"]) {
    const socket = here.connect("/v8?roomId=r&pubkey=pk_x", { "x-forwarded-for": forwarded });
    await once(socket, "open");
    sockets.push(socket);
  }
  const last = here.connect("/v8?roomId=r&pubkey=pk_x", { "x-forwarded-for": "8.8.8.8, 192.0.2.1" });
  const [code] = (await once(last, "close")) as [number];
  expect(code).toBe(1013);
  expect(sockets.map(({ readyState }) => readyState)).toEqual(Array(3).fill(WebSocket.OPEN));
  for (const socket of sockets) socket.terminate();
  await expect.poll(() => here.gateway.connections, { timeout: 30_000 }).toBe(0);
});

test("[SE2] a socket that does not prove who it is in time is closed with 1013", async () => {
  const clock = createManualClock();
  const never = new Promise<never>(() => {});
  await using here = await world({
    projects: { authenticatePublic: () => never } as unknown as Projects,
    clock,
  });
  const socket = here.connect("/v8?roomId=r&pubkey=pk_x");
  const closed = once(socket, "close") as Promise<[number]>;
  await expect.poll(() => here.gateway.connections, { timeout: 30_000 }).toBe(1);
  await clock.advance(limits.unauthenticatedSocketMs);
  expect((await closed)[0]).toBe(1013);
  await expect.poll(() => here.gateway.connections, { timeout: 30_000 }).toBe(0);
});

test("[SE1] a part that fails while a socket is admitted costs that socket, and nothing else", async () => {
  await using here = await world();
  expect(await here.refusal("/v8?roomId=r&pubkey=pk_x")).toBe(1011);
  expect(await here.refusal("/v8?roomId=r&tok=x")).toBe(1011);
  await expect.poll(() => here.gateway.connections, { timeout: 30_000 }).toBe(0);
});

test("[SE1] a failure behind the admission's own handling ends that socket", async () => {
  const metrics = createMetrics();
  metrics.connectionOpened = () => {
    throw new Error("broken");
  };
  await using here = await world({ metrics });
  expect(await here.refusal("/v8?roomId=r")).toBe(1006);
  expect(here.contained).toHaveBeenCalledTimes(1);
});

/** A gateway whose tokens are genuine until the time that they name, and whose rooms admit with what `rights` says. */
async function admitting(parts: Partial<GatewayOptions> = {}) {
  const clock = createManualClock();
  const rights: { scopes: readonly string[] | undefined } = { scopes: ["room:write"] };
  const generation = { now: 1 };
  const access = () => rights.scopes && { scopes: rights.scopes, matrix: {}, userId: "ada", userInfo: {} };
  const verify = async (expiresAt: string) => ({
    kind: "access",
    project: "p",
    userId: "ada",
    generation: 1,
    expiresAt: Number(expiresAt),
  });
  const admitted = vi.fn<() => void>();
  const sockets: WebSocket[] = [];
  const here = await world({
    clock,
    tokens: { verify } as never,
    projects: { find: async () => ({ id: "p", tokenGeneration: generation.now }) } as never,
    rooms: {
      enter: async (_project: string, _room: string, { expiresAt }: { expiresAt: number }) => ({
        ...access(),
        expiresAt,
      }),
      reenter: access,
    } as never,
    edge: {
      async enter() {
        admitted();
        return { actor: 1, receive() {}, reply() {}, leave() {} };
      },
    },
    connectionLog: { opened: () => ({ received() {}, closed() {} }), refused() {}, turnedAway() {} },
    ...parts,
  });
  /** Opens a connection with a token that expires so much later. */
  async function join(lifetimeMs = 3_600_000) {
    const before = admitted.mock.calls.length;
    const socket = here.connect(`/v8?roomId=r&tok=${clock.now() + lifetimeMs}`);
    sockets.push(socket);
    const closed = once(socket, "close").then(([code]) => code as number);
    await expect.poll(() => admitted.mock.calls.length, { timeout: 30_000 }).toBe(before + 1);
    return { socket, closed };
  }
  return {
    ...here,
    join,
    clock,
    rights,
    generation,
    async [Symbol.asyncDispose]() {
      // The gateway waits for them, and its time stands still.
      for (const socket of sockets) socket.terminate();
      await expect.poll(() => here.gateway.connections, { timeout: 30_000 }).toBe(0);
      await here[Symbol.asyncDispose]();
    },
  };
}
const room = { id: "r" } as never;

test("[SE2] a socket that has proved who it is and waits for its room for too long is closed with 1012, to come back at once", async () => {
  const waiting = Promise.withResolvers<void>();
  const enter = () => {
    waiting.resolve();
    return new Promise<never>(() => {});
  };
  await using here = await admitting({ edge: { enter } as unknown as GatewayOptions["edge"] });
  const socket = here.connect(`/v8?roomId=r&tok=${here.clock.now() + 3_600_000}`);
  const closed = once(socket, "close") as Promise<[number]>;
  await waiting.promise;
  await here.clock.advance(limits.unauthenticatedSocketMs);
  expect((await closed)[0]).toBe(1012);
});

test("[SE3] a connection is closed with 4109 a second after its token has expired, and not before", async () => {
  await using here = await admitting();
  const { socket, closed } = await here.join(10_000);
  await here.clock.advance(10_999);
  socket.ping();
  await once(socket, "pong");
  expect(socket.readyState).toBe(WebSocket.OPEN);
  await here.clock.advance(1);
  expect(await closed).toBe(4109);
});

test("[SE4] a connection is closed with 4100 when its rights change, with 4001 when none are left, and else stays", async () => {
  await using here = await admitting();
  const first = await here.join();
  here.gateway.reassess("p" as never, room);
  first.socket.ping();
  await once(first.socket, "pong");
  expect(first.socket.readyState).toBe(WebSocket.OPEN);
  here.rights.scopes = ["room:read"];
  here.gateway.reassess("q" as never, room);
  here.gateway.reassess("p" as never, { id: "s" } as never);
  first.socket.ping();
  await once(first.socket, "pong");
  here.gateway.reassess("p" as never, room);
  expect(await first.closed).toBe(4100);
  const second = await here.join();
  here.rights.scopes = undefined;
  here.gateway.reassess("p" as never, room);
  expect(await second.closed).toBe(4001);
});

test("[SE4] a connection whose token is revoked is closed with 4100 within seconds", async () => {
  await using here = await admitting();
  const { closed } = await here.join();
  here.generation.now = 2;
  for (let second = 0; second < 5; second++) await here.clock.advance(1_000);
  expect(await closed).toBe(4100);
});

test("[SE2] a project has a bounded number of connections, and one more is closed with 1013", async () => {
  await using here = await admitting({ limits: { ...limits, connectionsPerProject: 1 } });
  const { socket } = await here.join();
  expect(await here.refusal(`/v8?roomId=r&tok=${here.clock.now() + 60_000}`)).toBe(1013);
  expect(socket.readyState).toBe(WebSocket.OPEN);
});

test("[SE8] a frame over the size limit ends its connection with 4000, and no other of its user or address", async () => {
  await using here = await admitting({ limits: { ...limits, frame: 1_000 } });
  const before = await here.join();
  for (let sent = 0; sent < 5; sent++) {
    const { socket, closed } = await here.join();
    socket.send("x".repeat(1_001));
    expect(await closed).toBe(4000);
  }
  const after = await here.join();
  after.socket.ping();
  await once(after.socket, "pong");
  expect(before.socket.readyState).toBe(WebSocket.OPEN);
});
