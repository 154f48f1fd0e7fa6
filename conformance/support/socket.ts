import { WebSocket } from "ws";

/** A frame that passed a client's socket, as it was on the wire. */
export interface Frame {
  readonly at: number;
  /** Which of the client's sockets it passed, counted from 0. */
  readonly socket: number;
  readonly direction: "sent" | "received" | "closed";
  readonly text: string;
}

type Listening = (type: string, heard: (event: unknown) => void) => void;

/**
 * The `WebSocket` polyfill of an official client that keeps every frame: the client is unmodified, and what it said and
 * heard can be looked at. `forgive` may take what the client throws when it hears a message; all else is thrown on.
 */
export function recordingSocket(
  record: (frame: Frame) => void,
  forgive: (thrown: unknown) => boolean = () => false,
): typeof WebSocket {
  let sockets = 0;
  class RecordingSocket extends WebSocket {
    constructor(address: string | URL) {
      super(address);
      const socket = sockets++;
      const note = (direction: Frame["direction"], text: string) =>
        record({ at: performance.now(), socket, direction, text });
      this.on("message", (data: Buffer) => note("received", data.toString()));
      this.on("close", (code: number, reason: Buffer) => note("closed", `${code} ${reason.toString()}`));
      // The client listens by `onerror` alone; a refused TCP connection must not end the test process.
      this.on("error", () => {});
      const send = this.send.bind(this) as (data: string) => void;
      this.send = (data: unknown) => {
        note("sent", String(data));
        send(String(data));
      };
      const guarded = new Map<unknown, (event: unknown) => void>();
      const add = this.addEventListener.bind(this) as Listening;
      const remove = this.removeEventListener.bind(this) as Listening;
      this.addEventListener = ((type, heard) => {
        const guard = (event: unknown) => {
          try {
            heard(event);
          } catch (thrown) {
            if (!forgive(thrown)) throw thrown;
          }
        };
        guarded.set(heard, guard);
        add(type, guard);
      }) satisfies Listening;
      this.removeEventListener = ((type, heard) => remove(type, guarded.get(heard) ?? heard)) satisfies Listening;
    }
  }
  return RecordingSocket as typeof WebSocket;
}
