import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { arrival } from "./until.ts";

/** The head of an upgrade as a browser sends it, with this request target. */
export function upgradeTo(target: string, headers: Readonly<Record<string, string>> = {}): string {
  const all = {
    Host: "localhost",
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${target} HTTP/1.1\r\n${lines.join("")}\r\n`;
}

/** What came back over a TCP connection. */
export interface RawAnswer {
  /** The status, 0 where none came. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The code of a WebSocket close frame that is all that follows the head. */
  readonly close: number | undefined;
}

/** A TCP connection, ended by a reset or a failure of either side without an error in this process. */
export async function openWire(port: number): Promise<Socket> {
  const wire = connect(port, "127.0.0.1");
  wire.on("error", () => {});
  await arrival("a connection", once(wire, "connect"));
  return wire;
}

/** Sends these bytes on a connection of their own, and reads the answer. */
export async function exchange(port: number, sent: string | Buffer): Promise<RawAnswer> {
  return readAnswer(await receive(port, sent, hasAnswer));
}

/** Sends requests one after the other on one connection, and answers their statuses. */
export async function converse(port: number, requests: readonly string[]): Promise<readonly number[]> {
  const wire = await openWire(port);
  const statuses: number[] = [];
  for (const request of requests) {
    const answer = Promise.race([once(wire, "data") as Promise<[Buffer]>, once(wire, "close").then(() => undefined)]);
    wire.write(request);
    const [piece] = (await arrival("an answer", answer)) ?? [Buffer.alloc(0)];
    statuses.push(readAnswer(piece).status);
  }
  wire.destroy();
  return statuses;
}

async function receive(port: number, sent: string | Buffer, enough: (received: Buffer) => boolean): Promise<Buffer> {
  const wire = await openWire(port);
  const pieces: Buffer[] = [];
  const done = new Promise<void>((resolve) => {
    wire.on("data", (piece: Buffer) => {
      pieces.push(piece);
      if (enough(Buffer.concat(pieces))) resolve();
    });
    wire.on("close", () => resolve());
  });
  wire.write(sent);
  await arrival("an answer", done);
  wire.destroy();
  return Buffer.concat(pieces);
}

const headEnd = "\r\n\r\n";

/** A whole head, and for an accepted upgrade the first frame behind it. */
function hasAnswer(received: Buffer): boolean {
  const end = received.indexOf(headEnd);
  if (end === -1) return false;
  if (!received.subarray(0, 12).toString().endsWith(" 101")) return true;
  const frame = received.subarray(end + headEnd.length);
  return frame.length >= 2 && frame.length >= 2 + (frame[1]! & 0x7f);
}

export function readAnswer(received: Buffer): RawAnswer {
  const end = received.indexOf(headEnd);
  const [first = "", ...lines] = received
    .subarray(0, end === -1 ? received.length : end)
    .toString("latin1")
    .split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0);
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  const frame = end === -1 ? Buffer.alloc(0) : received.subarray(end + headEnd.length);
  const isClose = status === 101 && frame.length >= 4 && (frame[0]! & 0x0f) === 8;
  return { status, headers, close: isClose ? frame.readUInt16BE(2) : undefined };
}
