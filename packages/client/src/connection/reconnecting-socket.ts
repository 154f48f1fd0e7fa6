/** Keeps one connection to a room, as `states.ts` decides: asks for credentials, opens sockets, asks whether they live. */
import { CloseCode, ServerMessageType } from "@weft/protocol/codes";
import type { Json, JsonObject, RoomState } from "@weft/protocol/types";
import type { ConnectionEvent, ConnectionState, Status } from "./states.ts";
import { nextState, statusOf } from "./states.ts";

/** A WebSocket, as browsers and Node.js have it. */
export interface SocketLike {
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: "close", listener: (event: { readonly code: number; readonly reason: string }) => void): void;
  addEventListener(type: "error", listener: () => void): void;
  send(text: string): void;
  close(): void;
}

/** Timers of a client. A test has its own, whose time passes when the test says so. */
export interface Timers {
  /** Calls back once, unless it is cancelled. */
  set(delayMs: number, callback: () => void): { cancel(): void };
}

/** There is no credential. `isFinal`: and there will be none, however often it is asked for. */
export class AuthorizationFailed extends Error {
  override name = "AuthorizationFailed";
  readonly isFinal: boolean;

  constructor(reason: string, isFinal: boolean) {
    super(reason);
    this.isFinal = isFinal;
  }
}

export interface ReconnectingSocketOptions<C> {
  /** @throws AuthorizationFailed */
  readonly authorize: () => Promise<C>;
  readonly open: (credential: C) => SocketLike;
  readonly timers: Timers;
  /** Whether no one looks at the page and nothing is unsent, so that the connection may be given up for now. */
  readonly isUnwatched: () => boolean;
  readonly listener: ReconnectingSocketListener<C>;
}

export interface ReconnectingSocketListener<C> {
  statusChanged(status: Status): void;
  /** The first frame of a connection, and the credential that it was opened with. */
  opened(room: RoomState, credential: C): void;
  /** A message of the server, in the order in which they came. */
  received(message: JsonObject): void;
  /** The messages of a frame were received. */
  frameEnded?(): void;
  /** The connection is lost, or was given up. */
  lost(): void;
  /** The credential has expired: the next one must be new. */
  expired(credential: C): void;
  failed(code: number, reason: string): void;
}

const authorizeMs = 10_000;
const openMs = 20_000;
const heartbeatMs = 30_000;
const pongMs = 2_000;

export class ReconnectingSocket<C> {
  readonly #options: ReconnectingSocketOptions<C>;
  #state: ConnectionState<C> = { kind: "initial" };
  #timer: { cancel(): void } | undefined;
  #socket: SocketLike | undefined;
  /** Counts attempts to get a credential: the answer to an earlier one comes too late. */
  #attempt = 0;
  /** What arrived before the first frame. */
  #early: JsonObject[] = [];

  constructor(options: ReconnectingSocketOptions<C>) {
    this.#options = options;
  }

  get status(): Status {
    return statusOf(this.#state);
  }

  get isOpen(): boolean {
    return this.status === "connected";
  }

  connect(): void {
    this.#take({ type: "connect" });
  }

  disconnect(): void {
    this.#take({ type: "disconnect" });
  }

  reconnect(): void {
    this.#take({ type: "reconnect" });
  }

  /** The page is looked at again, or the network is back. */
  wake(): void {
    this.#take({ type: "woken" });
  }

  /** The network may be gone. */
  doubt(): void {
    this.#take({ type: "doubted" });
  }

  send(messages: readonly object[]): void {
    if (this.isOpen) this.#socket?.send(JSON.stringify(messages));
  }

  /** `entered` comes before applications are told. */
  #take(event: ConnectionEvent<C>, entered?: () => void): void {
    const before = this.#state;
    const state = nextState(before, event);
    if (state === before) return;
    const { listener } = this.#options;
    const status = this.status;
    const wasOpen = this.isOpen;
    this.#state = state;
    if (event.type === "closed" && event.code === CloseCode.tokenExpired && "credential" in before)
      listener.expired(before.credential);
    this.#timer?.cancel();
    this.#timer = undefined;
    if (!this.isOpen) this.#leaveSocket();
    this.#enter(state);
    entered?.();
    if (wasOpen && !this.isOpen) listener.lost();
    if (this.status !== status) listener.statusChanged(this.status);
    if (state.kind === "failed") listener.failed(state.code, state.reason);
  }

  #enter(state: ConnectionState<C>): void {
    switch (state.kind) {
      case "authorizing":
        this.#elapseIn(authorizeMs);
        void this.#authorize();
        break;
      case "waitingToAuthorize":
      case "waitingToOpen":
        this.#elapseIn(state.delayMs);
        break;
      case "opening":
        this.#elapseIn(openMs);
        this.#open(state.credential);
        break;
      case "connected":
        this.#timer = this.#options.timers.set(heartbeatMs, () =>
          this.#take({ type: this.#options.isUnwatched() ? "unwatched" : "elapsed" }),
        );
        break;
      case "awaitingPong":
        this.#elapseIn(pongMs);
        this.#socket?.send("ping");
        break;
      default:
    }
  }

  #elapseIn(delayMs: number): void {
    this.#timer = this.#options.timers.set(delayMs, () => this.#take({ type: "elapsed" }));
  }

  async #authorize(): Promise<void> {
    const attempt = ++this.#attempt;
    let event: ConnectionEvent<C>;
    try {
      event = { type: "authorized", credential: await this.#options.authorize() };
    } catch (cause) {
      const isFinal = cause instanceof AuthorizationFailed && cause.isFinal;
      event = { type: "unauthorized", isFinal, reason: cause instanceof Error ? cause.message : String(cause) };
    }
    if (attempt === this.#attempt) this.#take(event);
  }

  #open(credential: C): void {
    const socket = this.#options.open(credential);
    this.#socket = socket;
    this.#early = [];
    socket.addEventListener("message", ({ data }) => {
      if (socket === this.#socket && typeof data === "string") this.#heard(data, credential);
    });
    socket.addEventListener("close", ({ code, reason }) => {
      if (socket !== this.#socket) return;
      this.#socket = undefined;
      this.#take({ type: "closed", code, reason });
    });
    // What is wrong is in the close that follows.
    socket.addEventListener("error", () => {});
  }

  #heard(text: string, credential: C): void {
    this.#take({ type: "heard" });
    if (text === "pong") return;
    const messages = messagesIn(text);
    const { listener } = this.#options;
    for (const message of messages) {
      if (this.#state.kind !== "opening") listener.received(message);
      else if (message["type"] === ServerMessageType.roomState) {
        this.#take({ type: "opened" }, () => listener.opened(message as unknown as RoomState, credential));
        for (const early of this.#early.splice(0)) listener.received(early);
      } else this.#early.push(message);
    }
    listener.frameEnded?.();
  }

  #leaveSocket(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }
}

/** What is no message is ignored. */
function messagesIn(text: string): readonly JsonObject[] {
  let frame: Json;
  try {
    frame = JSON.parse(text) as Json;
  } catch {
    return [];
  }
  const messages = Array.isArray(frame) ? (frame as readonly Json[]) : [frame];
  return messages.filter(
    (each): each is JsonObject => typeof each === "object" && each !== null && !Array.isArray(each),
  );
}
