import { WebSocket } from "ws";

/** A frame that passed a client's socket, as it was on the wire. */
export interface Frame {
  readonly at: number;
  readonly direction: "sent" | "received" | "closed";
  readonly text: string;
}

/**
 * The `WebSocket` polyfill of an official client that keeps every frame: the client is unmodified, and what it said and
 * heard can be looked at.
 */
export function recordingSocket(record: (frame: Frame) => void): typeof WebSocket {
  class RecordingSocket extends WebSocket {
    constructor(address: string | URL) {
      super(address);
      this.on("message", (data: Buffer) => note("received", data.toString()));
      this.on("close", (code: number, reason: Buffer) => note("closed", `${code} ${reason.toString()}`));
      // The client listens by `onerror` alone; a refused TCP connection must not end the test process.
      this.on("error", () => {});
      const send = this.send.bind(this) as (data: string) => void;
      this.send = (data: unknown) => {
        note("sent", String(data));
        send(String(data));
      };
    }
  }
  const note = (direction: Frame["direction"], text: string) => record({ at: performance.now(), direction, text });
  return RecordingSocket as typeof WebSocket;
}
