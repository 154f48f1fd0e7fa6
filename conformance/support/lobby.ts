import type { Client, ClientOptions, JsonObject, LsonObject, Room } from "@liveblocks/client";
import { createClient } from "@liveblocks/client";
import { Liveblocks } from "@liveblocks/node";
import type { TestServer, TestServerOptions } from "@weft/testkit";
import { startServer } from "@weft/testkit";
import { expect } from "vitest";
import { recordingSocket } from "./socket.ts";
import type { Frame } from "./socket.ts";

/** A server with the official SDKs in front of it: everything that a test opens here closes with it. */
export interface Lobby extends AsyncDisposable {
  readonly server: TestServer;
  /** The Node SDK with the project's secret key. */
  readonly api: Liveblocks;
  /** An unused id, with every character that is awkward in a path. */
  newRoomId(): string;
  /** A room that everyone may write to. */
  newRoom(accesses?: readonly string[]): Promise<string>;
  client(options?: VisitorOptions): Client;
  /** Opens an official client and enters a room with it. */
  enter<P extends JsonObject = JsonObject, S extends LsonObject = LsonObject>(
    roomId: string,
    options?: EnterOptions<P, S>,
  ): Visit<P, S>;
  /** A token for a user who may do this in rooms that match these patterns. */
  accessToken(
    userId: string,
    permissions: Readonly<Record<string, readonly string[]>>,
    info?: JsonObject,
  ): Promise<string>;
  idToken(userId: string, groupIds?: readonly string[], info?: JsonObject): Promise<string>;
}

export interface VisitorOptions {
  /** Asks for a token; without it the client shows the public key. */
  readonly auth?: (room?: string) => Promise<{ token: string }>;
  readonly client?: Partial<ClientOptions>;
  /** Where the client believes the server to be. */
  readonly url?: string;
  readonly frames?: Frame[];
}

export interface EnterOptions<P, S> extends VisitorOptions {
  readonly presence?: P;
  readonly storage?: S | (() => S);
}

/** A client in a room, with what it reported. */
export interface Visit<P extends JsonObject, S extends LsonObject> {
  readonly client: Client;
  readonly room: Room<P, S>;
  /** What crossed its sockets. */
  readonly frames: readonly Frame[];
  readonly statuses: readonly string[];
  readonly errors: readonly { readonly message: string; readonly code: number | undefined }[];
  leave(): void;
}

let lobbies = 0;

export async function openLobby(options: TestServerOptions = {}): Promise<Lobby> {
  const server = await startServer(options);
  return new OpenLobby(server);
}

class OpenLobby implements Lobby {
  readonly server: TestServer;
  readonly api: Liveblocks;
  readonly #leaves: (() => void)[] = [];
  readonly #number = lobbies++;
  #rooms = 0;

  constructor(server: TestServer) {
    this.server = server;
    this.api = new Liveblocks({ baseUrl: server.url, secret: server.secretKey });
  }

  newRoomId(): string {
    return `ro om/%2F?#&=+é😀:${this.#number}.${this.#rooms++}`;
  }

  async newRoom(accesses: readonly string[] = ["*:write"]): Promise<string> {
    const { id } = await this.api.createRoom(this.newRoomId(), { defaultAccesses: accesses as never });
    return id;
  }

  client({ auth, client, url, frames = [] }: VisitorOptions = {}): Client {
    return createClient({
      baseUrl: url ?? this.server.url,
      throttle: 16,
      polyfills: { WebSocket: recordingSocket((frame) => frames.push(frame)), fetch },
      ...(auth === undefined ? { publicApiKey: this.server.publicKey } : { authEndpoint: auth }),
      ...client,
    } as ClientOptions);
  }

  enter<P extends JsonObject = JsonObject, S extends LsonObject = LsonObject>(
    roomId: string,
    { presence, storage, frames = [], ...options }: EnterOptions<P, S> = {},
  ): Visit<P, S> {
    const client = this.client({ ...options, frames });
    const errors: { message: string; code: number | undefined }[] = [];
    client.events.error.subscribe(({ message, context }) =>
      errors.push({ message, code: "code" in context ? (context.code as number) : undefined }),
    );
    const { room, leave } = client.enterRoom<P, S>(roomId, {
      initialPresence: presence ?? {},
      initialStorage: storage ?? {},
      autoConnect: false,
    } as never);
    const statuses: string[] = [];
    room.events.status.subscribe((status) => statuses.push(status));
    room.connect();
    this.#leaves.push(leave);
    return { client, room: room, frames, statuses, errors, leave };
  }

  async accessToken(
    userId: string,
    permissions: Readonly<Record<string, readonly string[]>>,
    info?: JsonObject,
  ): Promise<string> {
    const session = this.api.prepareSession(userId, { userInfo: info ?? {} });
    for (const [pattern, scopes] of Object.entries(permissions)) session.allow(pattern, scopes as never);
    return tokenOf(await session.authorize());
  }

  async idToken(userId: string, groupIds: readonly string[] = [], info?: JsonObject): Promise<string> {
    return tokenOf(await this.api.identifyUser({ userId, groupIds: [...groupIds] }, { userInfo: info ?? {} }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const leave of this.#leaves) leave();
    await this.server[Symbol.asyncDispose]();
  }
}

function tokenOf({ status, body, error }: { status: number; body: string; error?: Error }): string {
  expect({ status, error }, body).toEqual({ status: 200, error: undefined });
  return (JSON.parse(body) as { token: string }).token;
}

/** The close codes and reasons that a client's sockets ended with. */
export function closings(frames: readonly Frame[]): readonly { readonly code: number; readonly reason: string }[] {
  return frames
    .filter(({ direction }) => direction === "closed")
    .map(({ text }) => ({ code: Number.parseInt(text, 10), reason: text.slice(text.indexOf(" ") + 1) }));
}

/** Messages of one type among what was received, in order. */
export function received(frames: readonly Frame[], type: number): readonly Readonly<Record<string, unknown>>[] {
  const found: Record<string, unknown>[] = [];
  for (const { direction, text } of frames) {
    if (direction !== "received" || text === "pong") continue;
    const parsed = JSON.parse(text) as Record<string, unknown> | Record<string, unknown>[];
    for (const message of Array.isArray(parsed) ? parsed : [parsed]) if (message["type"] === type) found.push(message);
  }
  return found;
}
