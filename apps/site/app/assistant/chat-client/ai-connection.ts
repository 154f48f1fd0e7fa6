import { RequestFailed } from "../../api/request-failed.ts";
import { backoffMs, reactionTo } from "./close-reaction.ts";
import { browserHints } from "./browser-hints.ts";
import type { ConnectionHints } from "./browser-hints.ts";

/**
 * The socket of a user's chats, `/ai/v7`, kept open from the first `open` to `close`.
 *
 *     initial ─► connecting ─► connected ─► reconnecting ─► connected …
 *                                    └─────────┴─► disconnected, permanently: the server does not want this user
 *
 * A quiet socket is tested with `ping`, and dropped if nothing comes back.
 */
export interface AiConnection {
  readonly status: AiConnectionStatus;
  /** Does nothing while it is open or opening, or once it is disconnected. */
  open(): void;
  /** False, and nothing is sent, unless it is connected. */
  send(frame: unknown): boolean;
  close(): void;
}

export type AiConnectionStatus = "initial" | "connecting" | "connected" | "reconnecting" | "disconnected";

/** The parts of a `WebSocket` that are used. */
export type AiWebSocket = Pick<WebSocket, "send" | "close" | "addEventListener">;

export interface AiConnectionOptions {
  /** The server, such as `https://weft.example.com`. */
  readonly serverUrl: string;
  /** A token of the user. It is kept until the server refuses it. */
  readonly getToken: (signal: AbortSignal) => Promise<string>;
  readonly onFrame: (frame: unknown) => void;
  readonly onStatus: (status: AiConnectionStatus) => void;
  readonly openSocket?: (url: URL) => AiWebSocket;
  readonly hints?: ConnectionHints;
}

const tokenMs = 10_000;
const openingMs = 20_000;
const quietMs = 30_000;
const pongMs = 2_000;

export function createAiConnection(options: AiConnectionOptions): AiConnection {
  return new Connection(options);
}

class Connection implements AiConnection {
  readonly #options: AiConnectionOptions;
  #status: AiConnectionStatus = "initial";
  #token: string | undefined;
  /** Ends the current attempt or socket; what it still reports is ignored. */
  #attempt: AbortController | undefined;
  #socket: AiWebSocket | undefined;
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #quiet: ReturnType<typeof setTimeout> | undefined;
  #pong: ReturnType<typeof setTimeout> | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(options: AiConnectionOptions) {
    this.#options = options;
  }

  get status(): AiConnectionStatus {
    return this.#status;
  }

  open(): void {
    if (this.#status !== "initial") return;
    this.#unsubscribe = (this.#options.hints ?? browserHints).subscribe((hint) => {
      if (hint === "test") this.#ping();
      else if (this.#retry !== undefined) this.#connect();
    });
    this.#become("connecting");
    this.#connect();
  }

  send(frame: unknown): boolean {
    if (this.#status !== "connected") return false;
    this.#socket?.send(JSON.stringify(frame));
    return true;
  }

  close(): void {
    this.#leave();
    this.#become("initial");
  }

  #connect(): void {
    this.#drop();
    const attempt = new AbortController();
    this.#attempt = attempt;
    void this.#authenticated(attempt.signal).then(
      (token) => {
        if (!attempt.signal.aborted) this.#openSocket(token, attempt.signal);
      },
      (cause: unknown) => {
        if (attempt.signal.aborted) return;
        if (cause instanceof RequestFailed && [401, 403, 404].includes(cause.status)) this.#stop();
        else this.#retryLater(true, "normal");
      },
    );
  }

  async #authenticated(signal: AbortSignal): Promise<string> {
    if (this.#token !== undefined) return this.#token;
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error("No token in time.")), tokenMs);
    try {
      this.#token = await Promise.race([this.#options.getToken(signal), late.promise]);
      return this.#token;
    } finally {
      clearTimeout(timer);
    }
  }

  #openSocket(token: string, signal: AbortSignal): void {
    const url = new URL("/ai/v7", this.#options.serverUrl.replace(/^http/, "ws"));
    url.searchParams.set("tok", token);
    const socket = (this.#options.openSocket ?? ((address) => new WebSocket(address)))(url);
    this.#socket = socket;
    let opened = false;
    this.#pong = setTimeout(() => this.#ended(1006, false), openingMs);
    socket.addEventListener("open", () => {
      if (signal.aborted) return;
      opened = true;
      this.#failures = 0;
      this.#heard();
      this.#become("connected");
    });
    socket.addEventListener("message", ({ data }) => {
      if (signal.aborted) return;
      this.#heard();
      const frame = parsed(data);
      if (frame !== undefined) this.#options.onFrame(frame);
    });
    socket.addEventListener("close", ({ code }) => {
      if (!signal.aborted) this.#ended(code, opened);
    });
  }

  #ended(code: number, opened: boolean): void {
    const reaction = reactionTo(code, opened);
    if (reaction.kind === "stop") this.#stop();
    else this.#retryLater(reaction.newToken, reaction.wait);
  }

  #retryLater(newToken: boolean, wait: "none" | "normal" | "slow"): void {
    this.#drop();
    if (newToken) this.#token = undefined;
    this.#become(this.#status === "connecting" ? "connecting" : "reconnecting");
    if (wait === "none") return this.#connect();
    this.#retry = setTimeout(() => this.#connect(), backoffMs(wait, this.#failures));
    this.#failures += 1;
  }

  #heard(): void {
    clearTimeout(this.#pong);
    clearTimeout(this.#quiet);
    this.#pong = undefined;
    this.#quiet = setTimeout(() => this.#ping(), quietMs);
  }

  #ping(): void {
    if (this.#status !== "connected" || this.#pong !== undefined) return;
    this.#socket?.send("ping");
    this.#pong = setTimeout(() => {
      this.#retryLater(false, "none");
    }, pongMs);
  }

  #stop(): void {
    this.#leave();
    this.#become("disconnected");
  }

  #leave(): void {
    this.#drop();
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.#failures = 0;
    this.#token = undefined;
  }

  #drop(): void {
    for (const timer of [this.#retry, this.#quiet, this.#pong]) clearTimeout(timer);
    this.#retry = undefined;
    this.#pong = undefined;
    this.#attempt?.abort();
    this.#attempt = undefined;
    this.#socket?.close();
    this.#socket = undefined;
  }

  #become(status: AiConnectionStatus): void {
    if (this.#status === status) return;
    this.#status = status;
    this.#options.onStatus(status);
  }
}

function parsed(data: unknown): unknown {
  if (typeof data !== "string" || data === "pong") return undefined;
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return undefined;
  }
}
