import type { Socket } from "node:net";
import type { JsonObject, RoomState } from "@weft/protocol";
import { ServerMessageType, ClientMessageType } from "@weft/protocol";
import { WebSocket } from "ws";
import { until, arrival } from "./until.ts";

/** A message as it was received, unchecked. */
export interface WireMessage {
  readonly type: number;
  readonly actor?: number;
  readonly data?: JsonObject;
  readonly event?: unknown;
  readonly targetActor?: number;
  readonly ops?: readonly WireOp[];
  readonly opIds?: readonly string[];
  readonly nodes?: readonly (readonly unknown[])[];
  readonly guid?: string;
  readonly update?: string;
  readonly v2?: boolean;
  readonly isSync?: boolean;
  readonly stateVector?: string | null;
}
export interface WireOp {
  readonly type: number;
  readonly id: string;
  readonly opId?: string;
  readonly parentId?: string;
  readonly parentKey?: string;
  readonly data?: unknown;
}

/** A connection that sends any message, well-formed or not. */
export interface RawClient extends Disposable {
  readonly actor: number;
  readonly state: RoomState;
  readonly open: boolean;
  /** Every message since the room's state, in order. `take` of the first so many is up to the caller. */
  readonly messages: readonly WireMessage[];
  /** The code and reason it was closed with. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  /** The TCP connection under it. */
  readonly wire: Socket;
  send(...messages: readonly JsonObject[]): void;
  sendText(text: string | Buffer, binary?: boolean): void;
  /** Calls the listener for every message from now on. Returns a function that stops it. */
  listen(hear: (message: WireMessage) => void): () => void;
  /** The first matching message, past or future. */
  hear(what: string, fits: (message: WireMessage) => boolean): Promise<WireMessage>;
  /** Asks for Storage and answers its nodes. */
  fetchStorage(): Promise<readonly (readonly unknown[])[]>;
  /** Sends ops in one message and waits until each is acknowledged. */
  apply(ops: readonly JsonObject[]): Promise<void>;
  /** Sends the SDK's ping and waits for its answer. */
  ping(): Promise<void>;
  /** Ends the connection at once, without a word. */
  cut(): void;
}

export interface RawClientOptions {
  readonly url: string;
  readonly room: string;
  readonly publicKey?: string;
  readonly token?: string;
  readonly version?: 7 | 8;
}

export function addressOf(options: RawClientOptions): string {
  const url = new URL(`/v${options.version ?? 8}`, options.url.replace("http", "ws"));
  url.searchParams.set("roomId", options.room);
  if (options.publicKey !== undefined) url.searchParams.set("pubkey", options.publicKey);
  if (options.token !== undefined) url.searchParams.set("tok", options.token);
  return url.href;
}

/** Connects and waits for the room's state; throws a `Refused` when the server closes before that. */
export async function openRawClient(options: RawClientOptions): Promise<RawClient> {
  const socket = new WebSocket(addressOf(options), { perMessageDeflate: false });
  const client = new SocketClient(socket);
  await arrival("the room's state", client.entered);
  return client;
}

/** The close that a connection got instead of the room's state. */
export class Refused extends Error {
  override name = "Refused";
  readonly code: number;
  constructor(code: number, reason: string) {
    super(`closed ${code}: ${reason}`);
    this.code = code;
  }
}

class SocketClient implements RawClient {
  readonly #socket: WebSocket;
  readonly #listeners = new Set<(message: WireMessage) => void>();
  #pongs: (() => void)[] = [];
  readonly messages: WireMessage[] = [];
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  readonly entered: Promise<void>;
  #state: RoomState | undefined;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("error", () => {});
    this.closed = new Promise((resolve) =>
      socket.on("close", (code, reason) => resolve({ code, reason: reason.toString() })),
    );
    this.entered = new Promise((resolve, reject) => {
      socket.on("message", (data) => {
        const text = (data as Buffer).toString();
        if (text === "pong") return this.#pongs.shift()?.();
        const parsed = JSON.parse(text) as WireMessage | readonly WireMessage[];
        for (const message of Array.isArray(parsed) ? (parsed as readonly WireMessage[]) : [parsed as WireMessage]) {
          if (message.type === ServerMessageType.roomState && this.#state === undefined) {
            this.#state = message as unknown as RoomState;
            resolve();
            continue;
          }
          this.messages.push(message);
          for (const hear of this.#listeners) hear(message);
        }
      });
      void this.closed.then(({ code, reason }) => reject(new Refused(code, reason)));
    });
  }

  get state(): RoomState {
    return this.#state!;
  }
  get actor(): number {
    return this.state.actor;
  }
  get open(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }
  get wire(): Socket {
    return (this.#socket as unknown as { _socket: Socket })._socket;
  }

  send(...messages: readonly JsonObject[]): void {
    this.#socket.send(JSON.stringify(messages));
  }

  sendText(text: string | Buffer, binary = false): void {
    this.#socket.send(text, { binary }, () => {});
  }

  listen(hear: (message: WireMessage) => void): () => void {
    this.#listeners.add(hear);
    return () => void this.#listeners.delete(hear);
  }

  async hear(what: string, fits: (message: WireMessage) => boolean): Promise<WireMessage> {
    const found = this.messages.find(fits);
    if (found !== undefined) return found;
    const heard = Promise.withResolvers<WireMessage>();
    this.#listeners.add((message) => fits(message) && heard.resolve(message));
    const gone = this.closed.then(({ code }) => {
      throw new Error(`The connection was closed (${code}) before ${what}.`);
    });
    return arrival(what, Promise.race([heard.promise, gone]));
  }

  async fetchStorage(): Promise<readonly (readonly unknown[])[]> {
    const from = this.messages.length;
    this.send({ type: ClientMessageType.fetchStorage });
    const end = await until("the end of Storage", () => {
      const at = this.messages.findIndex(
        ({ type }, index) => index >= from && type === ServerMessageType.storageStreamEnd,
      );
      if (at === -1 && !this.open) throw new Error("The connection was closed before Storage came.");
      return at === -1 ? undefined : at;
    });
    return this.messages.slice(from, end).flatMap(({ nodes }) => nodes ?? []);
  }

  async apply(ops: readonly JsonObject[]): Promise<void> {
    const waiting = new Set(ops.map(({ opId }) => opId as string));
    const done = Promise.withResolvers<void>();
    this.#listeners.add((message) => {
      if (message.type === ServerMessageType.rejectStorageOp)
        done.reject(new Error(`refused: ${JSON.stringify(message)}`));
      for (const { opId } of message.ops ?? []) if (opId !== undefined) waiting.delete(opId);
      if (waiting.size === 0) done.resolve();
    });
    this.send({ type: ClientMessageType.updateStorage, ops });
    await arrival("the acks", done.promise);
  }

  ping(): Promise<void> {
    return new Promise((resolve) => {
      this.#pongs.push(resolve);
      this.sendText("ping");
    });
  }

  cut(): void {
    this.#socket.terminate();
  }

  [Symbol.dispose](): void {
    this.#socket.terminate();
  }
}
