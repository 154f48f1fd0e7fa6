/** A server in memory: the room engine of a Weft server, with time and networks that the test controls. */
import { accessOf, createClientIn } from "@weft/client/environment";
import type { Access } from "@weft/client/environment";
import type { Client, ClientOptions } from "@weft/client";
import { openDocuments } from "@weft/document";
import { decodeFrame, errors, limits } from "@weft/protocol";
import type { ErrorCode, Json, JsonObject, Limits, Permission, ProjectId, RoomId } from "@weft/protocol";
import { createRoomEdge, headroom, openRoomHost } from "@weft/room";
import type { ClientSocket, Documents, RoomConnection, RoomEdge } from "@weft/room";
import { noEffects, noUploads, silentEvents } from "@weft/room/suites/fakes.ts";
import { MemoryStore } from "./memory-store.ts";
import { Network } from "./network.ts";
import type { NetworkOptions } from "./network.ts";
import { TestClock } from "./test-clock.ts";
import { TestSocket } from "./test-socket.ts";
import type { ServerEnd } from "./test-socket.ts";
import { tokenOf, userOfToken } from "./token.ts";
import type { TestUser } from "./token.ts";

/** How a server of a test begins: its random seed, its clock (milliseconds since 1970) and its limits. */
export interface MemoryServerOptions {
  /** Of the chances that latencies depend on. A test that fails is repeated with the same one. */
  readonly seed?: number;
  /** Milliseconds since the epoch at which the test begins; by default the first of January 2030. */
  readonly startedAt?: number;
  /** Limits of the server that are other than a real one's. */
  readonly limits?: Partial<Limits>;
}

/** A client of a test: its user, permissions and network. Without `permissions`, the user may do everything. */
export interface MemoryClientOptions extends NetworkOptions {
  /** Id of the user; without one, the client is anonymous. */
  readonly userId?: string;
  readonly userInfo?: JsonObject;
  /** What the user may do, by default everything: `["*:write"]`. */
  readonly permissions?: readonly Permission[];
  /** Other options of `createClient`. */
  readonly client?: Omit<ClientOptions, "authEndpoint" | "publicApiKey" | "baseUrl" | "polyfills">;
}

/** A client with its network. It is a `Client` in every respect. */
export type MemoryClient = Client & { readonly network: Network };

/** So much time passes at most until something happens that a test waits for. */
const longestWaitMs = 120_000;
const stepMs = 20;
/** A network is quiet when nothing has arrived for so long. */
const quietMs = 2_000;

/** Rooms in memory, their clients, and the time that passes for all of them. */
export class MemoryServer implements AsyncDisposable {
  readonly clock: TestClock;
  readonly #store = new MemoryStore();
  readonly #random: () => number;
  readonly #networks: Network[] = [];
  readonly #sockets = new Set<RoomSocket>();
  readonly #limits: Limits;
  #documents: Documents;
  #edge: RoomEdge;
  #isRunning = true;

  constructor(options: MemoryServerOptions) {
    this.clock = new TestClock(options.startedAt ?? Date.UTC(2030, 0, 1));
    this.#random = randomOf(options.seed ?? 1);
    this.#limits = { ...limits, ...options.limits };
    [this.#documents, this.#edge] = this.#start();
  }

  /** A client of this server, with its own user and network. It runs by the time of the test. */
  createClient({
    userId,
    userInfo,
    permissions = ["*:write"],
    client,
    latency,
  }: MemoryClientOptions = {}): MemoryClient {
    const network = new Network(this.clock, this.#random, latency === undefined ? {} : { latency });
    this.#networks.push(network);
    const user: TestUser = { id: userId, info: userInfo, permissions };
    const accept = (url: string, socket: TestSocket) => this.#accept(url, socket);
    class Socket extends TestSocket {
      constructor(url: string) {
        super(network, (socket) => accept(url, socket));
      }
    }
    const created = createClientIn(
      { now: () => this.clock.monotonic(), timers: this.clock.timers },
      {
        ...client,
        baseUrl: "http://weft.test",
        authEndpoint: () => Promise.resolve({ token: tokenOf(user, this.clock.now()) }),
        polyfills: { WebSocket: Socket },
      },
    );
    return Object.assign(created, { network });
  }

  /** Lets this many milliseconds pass. */
  async advance(ms: number): Promise<void> {
    await this.clock.advance(ms);
  }

  /** Lets everything arrive that is on its way. Clients without a connection are not waited for. */
  async settle(): Promise<void> {
    const until = this.clock.monotonic() + longestWaitMs;
    for (let quiet = 0; quiet < quietMs;) {
      const before = this.#delivered;
      await this.clock.advance(stepMs);
      quiet = this.#delivered === before ? quiet + stepMs : 0;
      if (this.clock.monotonic() > until)
        throw new Error(`Clients and server still send each other messages after ${longestWaitMs / 1_000} seconds.`);
    }
  }

  /** Lets time pass until this holds. */
  async until(holds: () => boolean): Promise<void> {
    const until = this.clock.monotonic() + longestWaitMs;
    while (!holds()) {
      if (this.clock.monotonic() > until)
        throw new Error(`It does not hold after ${longestWaitMs / 1_000} seconds: ${String(holds)}`);
      await this.clock.advance(stepMs);
    }
  }

  /** The server dies: what it has not committed is lost, and so are all connections. */
  kill(): void {
    this.#isRunning = false;
    for (const socket of Array.from(this.#sockets)) socket.lose();
  }

  /** Another one begins on the same disk. */
  restart(): void {
    if (this.#isRunning) this.kill();
    [this.#documents, this.#edge] = this.#start();
    this.#isRunning = true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.kill();
    await this.#documents[Symbol.asyncDispose]();
  }

  get #delivered(): number {
    return this.#networks.reduce((sum, { delivered }) => sum + delivered, 0);
  }

  #start(): readonly [Documents, RoomEdge] {
    const { clock } = this;
    const documents = openDocuments({ limits: this.#limits, clock, inline: true });
    let ids = 0;
    const host = openRoomHost({
      store: this.#store,
      documents,
      uploads: noUploads,
      effects: noEffects,
      clock,
      limits: this.#limits,
      events: silentEvents,
      random: () => `${clock.monotonic()}-${ids++}-${Math.floor(this.#random() * 2 ** 32)}`,
    });
    const edge = createRoomEdge({ host, clock, toFrame: (buffer) => buffer.subarray(headroom) });
    return [documents, edge];
  }

  #accept(address: string, socket: TestSocket): ServerEnd {
    const url = new URL(address);
    const end = new RoomSocket(socket, () => this.#sockets.delete(end));
    if (!this.#isRunning) {
      end.lose();
      return end;
    }
    this.#sockets.add(end);
    const user = userOfToken(url.searchParams.get("tok") ?? "");
    const access = accessOf(user.permissions);
    const room = (url.searchParams.get("roomId") ?? "") as RoomId;
    if (access.room === "none") end.close("UNAUTHORIZED_ROOM_ACCESS");
    else void this.#enter(room, user, access, end);
    return end;
  }

  async #enter(room: RoomId, user: TestUser, access: Access, end: RoomSocket): Promise<void> {
    try {
      const inRoom = await this.#edge.enter(
        { project: "test" as ProjectId, room },
        {
          ...(user.id === undefined ? {} : { id: user.id }),
          ...(user.info === undefined ? {} : { info: user.info }),
          scopes: user.permissions,
          storage: access.storage,
          commentsPublic: access["comments:public"],
          commentsPrivate: access["comments:private"],
          feeds: access.feeds,
          version: 8,
        },
        end,
      );
      end.entered(inRoom);
    } catch {
      end.close("TRY_AGAIN_LATER");
    }
  }
}

/** The server's end of a connection to a room. */
class RoomSocket implements ServerEnd, ClientSocket {
  readonly slow = false;
  readonly #socket: TestSocket;
  readonly #gone: () => void;
  #room: RoomConnection | undefined;
  #isOpen = true;
  /** What arrived before the client was in its room. */
  readonly #early: string[] = [];

  constructor(socket: TestSocket, gone: () => void) {
    this.#socket = socket;
    this.#gone = gone;
  }

  entered(room: RoomConnection): void {
    if (!this.#isOpen) return room.leave();
    this.#room = room;
    for (const text of this.#early.splice(0)) this.received(text);
  }

  received(text: string): void {
    if (!this.#isOpen) return;
    if (text === "ping") return this.#socket.deliver("pong");
    if (this.#room === undefined) return void this.#early.push(text);
    const decoded = decodeFrame(JSON.parse(text) as Json);
    if (decoded.kind === "malformed") return this.close("INVALID_FRAME", decoded.reason);
    // Requests about feeds are answered by the part of a server that has them.
    this.#room.receive(decoded.messages as Parameters<RoomConnection["receive"]>[0]);
  }

  left(code?: number): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#gone();
    this.#room?.leave(code);
  }

  /** The server is gone. */
  lose(): void {
    this.#isOpen = false;
    this.#gone();
    this.#socket.shut(1006, "");
  }

  send(frame: Buffer): void {
    if (this.#isOpen) this.#socket.deliver(frame.toString());
  }

  probe(answered: () => void): void {
    answered();
  }

  pause(): void {}
  resume(): void {}

  close(error: ErrorCode, reason?: string): void {
    if (!this.#isOpen) return;
    this.left();
    const entry = errors[error];
    this.#socket.shut("close" in entry ? entry.close : 1011, reason ?? entry.message);
  }
}

/** Chances that are the same for the same seed (a linear congruential generator, Numerical Recipes). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
