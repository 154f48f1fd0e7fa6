import { WebSocket } from "ws";

/** A socket that can send messages that no SDK sends. */
export interface RawSocket {
  /** All received messages, in order, with lists flattened. */
  readonly messages: Record<string, unknown>[];
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  say(...messages: object[]): void;
  close(): void;
}

/** @param query `roomId`, and `tok` or `pubkey` */
export function openRawSocket(port: number, query: Readonly<Record<string, string>>): RawSocket {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v8?${new URLSearchParams(query).toString()}`);
  const messages: Record<string, unknown>[] = [];
  socket.on("message", (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as Record<string, unknown> | Record<string, unknown>[];
    messages.push(...(Array.isArray(frame) ? frame : [frame]));
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.on("close", (code, reason: Buffer) => resolve({ code, reason: reason.toString() })),
  );
  socket.on("error", () => {});
  return { messages, closed, say: (...all) => socket.send(JSON.stringify(all)), close: () => socket.close() };
}
