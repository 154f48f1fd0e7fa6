/** A WebSocket whose other end is the server of the test. */
import type { SocketLike } from "@weft/client/environment";
import type { Network } from "./network.ts";

interface Listeners {
  readonly message: Set<(event: { readonly data: string }) => void>;
  readonly close: Set<(event: { readonly code: number; readonly reason: string }) => void>;
  readonly open: Set<() => void>;
  readonly error: Set<() => void>;
}

/** The end of a connection that the server has. */
export interface ServerEnd {
  received(text: string): void;
  /** The client has gone; without a code, the connection was lost. */
  left(code?: number): void;
}

/** The connection was lost, and no one said why. */
const lostCode = 1006;

export class TestSocket implements SocketLike {
  readonly #listeners: Listeners = { message: new Set(), close: new Set(), open: new Set(), error: new Set() };
  readonly #network: Network;
  readonly #up: (deliver: () => void) => void;
  readonly #down: (deliver: () => void) => void;
  readonly #connection: { end(): void };
  #server: ServerEnd | undefined;
  #isClosed = false;

  /** `accept`: the server's side, once the connection has reached it. */
  constructor(network: Network, accept: (socket: TestSocket) => ServerEnd) {
    this.#network = network;
    this.#up = network.direction();
    this.#down = network.direction();
    this.#connection = network.connect(() => this.#lose());
    this.#up(() => {
      if (this.#isClosed) return;
      if (!network.isUp) return this.#lose();
      this.#server = accept(this);
      this.#down(() => {
        for (const listener of this.#listeners.open) listener();
      });
    });
  }

  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: "close", listener: (event: { readonly code: number; readonly reason: string }) => void): void;
  addEventListener(type: "error" | "open", listener: () => void): void;
  addEventListener(type: keyof Listeners, listener: (event: never) => void): void {
    (this.#listeners[type] as Set<(event: never) => void>).add(listener);
  }

  removeEventListener(type: keyof Listeners, listener: (event: never) => void): void {
    (this.#listeners[type] as Set<(event: never) => void>).delete(listener);
  }

  send(text: string): void {
    if (!this.#isClosed) this.#up(() => this.#server?.received(text));
  }

  close(code = 1005): void {
    if (this.#isClosed) return;
    this.#end();
    this.#up(() => this.#leave(code));
    this.#network.direction()(() => this.#closed(code, ""));
  }

  /** The server sends a frame. */
  deliver(text: string): void {
    this.#down(() => {
      if (this.#isClosed) return;
      for (const listener of Array.from(this.#listeners.message)) listener({ data: text });
    });
  }

  /** The server closes the connection. */
  shut(code: number, reason: string): void {
    this.#server = undefined;
    this.#down(() => {
      if (this.#isClosed) return;
      this.#end();
      this.#closed(code, reason);
    });
  }

  #lose(): void {
    if (this.#isClosed) return;
    this.#end();
    this.#leave();
    this.#closed(lostCode, "");
  }

  #leave(code?: number): void {
    this.#server?.left(code);
    this.#server = undefined;
  }

  #end(): void {
    this.#isClosed = true;
    this.#connection.end();
  }

  #closed(code: number, reason: string): void {
    for (const listener of Array.from(this.#listeners.close)) listener({ code, reason });
  }
}
