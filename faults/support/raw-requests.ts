import type { Socket } from "node:net";
import { openWire } from "./raw-http.ts";

/** A request as bytes, with these headers. */
export function requestOf(
  method: string,
  path: string,
  headers: Readonly<Record<string, string | number>> = {},
  body = "",
): string {
  const lines = Object.entries({ Host: "localhost", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

/** Connections that send bytes and read nothing, until they are disposed. */
export interface UnreadWires extends Disposable {
  readonly wires: readonly Socket[];
}

export async function openUnreadWires(port: number, count: number, bytes: string | Buffer): Promise<UnreadWires> {
  const wires: Socket[] = [];
  for (let n = 0; n < count; n++) {
    const wire = await openWire(port);
    wire.pause().write(bytes);
    wires.push(wire);
  }
  return {
    wires,
    [Symbol.dispose]() {
      for (const wire of wires) wire.destroy();
    },
  };
}

/** A masked text frame of which only so many bytes are sent (RFC 6455, 5.2). */
export function partOfFrame(announced: number, sent: number): Buffer {
  const head = Buffer.alloc(14);
  head[0] = 0x81;
  head[1] = 0x80 | 127;
  head.writeBigUInt64BE(BigInt(announced), 2);
  return Buffer.concat([head, Buffer.alloc(sent, "x")]);
}
