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
import { createErrorBoundary } from "../error-boundary.ts";
import { trustsProxy } from "../http/caller-address.ts";
import { createMetrics } from "../metrics.ts";
import { openGateway } from "./gateway.ts";
import type { GatewayOptions } from "./gateway.ts";

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
      host: failing,
      connectionLog: failing,
      clock: systemClock,
      limits,
      metrics: createMetrics(),
      log,
      boundary,
      trustsProxy: () => false,
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
  "a socket asked for at %s is refused with 4001",
  async (target) => {
    await using here = await world();
    expect(await here.refusal(target)).toBe(4001);
    expect(here.contained).not.toHaveBeenCalled();
  },
);

test("a socket whose room id no database can hold is refused with 4001, and asks nothing of any part", async () => {
  await using here = await world();
  for (const credential of ["pubkey=pk_x", "tok=x"])
    expect(await here.refusal(`/v8?roomId=a%00b&${credential}`)).toBe(4001);
  expect(here.contained).not.toHaveBeenCalled();
});

test("a text that only the store refuses is a refusal, and no failure", async () => {
  const authenticatePublic = () => Promise.reject(new UnstorableText());
  await using here = await world({ projects: { authenticatePublic } as unknown as Projects });
  expect(await here.refusal("/v8?roomId=r&pubkey=pk_x")).toBe(4001);
  expect(here.contained).not.toHaveBeenCalled();
});

test("behind a proxy, sockets count by the address that it appends, whatever clients claim", async () => {
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

test("a socket that does not prove who it is in time is closed with 1013", async () => {
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

test("a part that fails while a socket is admitted costs that socket, and nothing else", async () => {
  await using here = await world();
  expect(await here.refusal("/v8?roomId=r&pubkey=pk_x")).toBe(1011);
  expect(await here.refusal("/v8?roomId=r&tok=x")).toBe(1011);
  await expect.poll(() => here.gateway.connections, { timeout: 30_000 }).toBe(0);
});

test("a failure behind the admission's own handling ends that socket", async () => {
  const metrics = createMetrics();
  metrics.connectionOpened = () => {
    throw new Error("broken");
  };
  await using here = await world({ metrics });
  expect(await here.refusal("/v8?roomId=r")).toBe(1006);
  expect(here.contained).toHaveBeenCalledTimes(1);
});
