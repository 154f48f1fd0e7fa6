/** A WebSocket whose server is the bench itself: it answers a client at once, so that nothing but the client is measured. */
import { ClientMessageType, ServerMessageType } from "@weft/protocol/codes";

interface Message {
  readonly type: number;
  readonly ops?: readonly object[];
}

export interface Served {
  /** Frames with the nodes of Storage, as they are on the wire. */
  readonly chunks: readonly string[];
}

/** The class that is given to a client, and the way to send it frames. */
export function serveSocket({ chunks }: Served) {
  /** Hands over a frame as it is on the wire: to encode it is not the client's work. */
  let deliver: (text: string) => void = () => {};
  class ServedSocket {
    readonly CONNECTING = 0;
    readonly OPEN = 1;
    readonly CLOSING = 2;
    readonly CLOSED = 3;
    readyState = 0;
    readonly #listeners = new Map<string, Set<(event: unknown) => void>>();

    constructor() {
      deliver = (data) => this.#emit("message", { data });
      setImmediate(() => {
        this.readyState = 1;
        this.#emit("open", {});
        const { roomState } = ServerMessageType;
        const scopes = ["room:write"];
        deliver(JSON.stringify({ type: roomState, actor: 1, nonce: "n", scopes, users: {}, meta: {} }));
      });
    }

    addEventListener(type: string, listener: (event: unknown) => void): void {
      const listeners = this.#listeners.get(type) ?? new Set();
      this.#listeners.set(type, listeners.add(listener));
    }

    removeEventListener(type: string, listener: (event: unknown) => void): void {
      this.#listeners.get(type)?.delete(listener);
    }

    send(text: string): void {
      if (text === "ping") return void setImmediate(() => this.#emit("message", { data: "pong" }));
      for (const message of JSON.parse(text) as readonly Message[]) {
        if (message.type === ClientMessageType.fetchStorage)
          setImmediate(() => {
            for (const chunk of chunks) deliver(chunk);
            deliver(JSON.stringify([{ type: ServerMessageType.storageStreamEnd }]));
          });
        // What a client writes comes back as it was: the answer of a server that had nothing to change.
        else if (message.type === ClientMessageType.updateStorage) {
          const { ops } = message;
          setImmediate(() => deliver(JSON.stringify([{ type: ServerMessageType.storageUpdated, ops }])));
        }
      }
    }

    close(): void {
      this.readyState = 3;
    }

    #emit(type: string, event: unknown): void {
      for (const listener of Array.from(this.#listeners.get(type) ?? [])) listener(event);
    }
  }
  return { Socket: ServedSocket, deliver: (text: string) => deliver(text) };
}
