import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import type { Socket } from "node:net";

/**
 * A WebSocket client that costs as little as possible, so that the bench does not measure the load generator: it reads
 * frames in place in one buffer shared by all sockets, and passes bytes on, never strings.
 */
export interface LoadSocket {
  send(text: string): void;
  /** Sends a prepared frame. */
  sendFrame(frame: Buffer): void;
  /** Stops reading. */
  pause(): void;
  close(): void;
}

export interface Ears {
  /** A text frame: bytes `from` to `to`, only until this returns. */
  text(bytes: Buffer, from: number, to: number): void;
  /** As `text`, of a binary frame. Without it such a frame ends the connection. */
  binary?(bytes: Buffer, from: number, to: number): void;
  /** The server closed the connection. A load that does not expect this fails. */
  closed(code: number, reason: string): void;
}

const readBuffer = Buffer.allocUnsafe(512 * 1_024);
/**
 * One mask for all frames. It is not all zeros, since a server could then skip unmasking, which real clients never
 * allow.
 */
const mask = Buffer.from(randomBytes(4).map((byte) => byte | 1));

/** Resolves once the server has accepted the upgrade. */
export function openSocket(url: string, ears: Ears): Promise<LoadSocket> {
  const { hostname, port, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    let upgraded = false;
    let ended = false;
    // Bytes of a frame, or of the answer to the upgrade, whose rest has not come yet.
    let kept = Buffer.alloc(0);
    let keptBytes = 0;

    const end = (code: number, reason: string) => {
      if (ended) return;
      ended = true;
      wire.destroy();
      if (upgraded) ears.closed(code, reason);
      else reject(new Error(`no upgrade: ${reason}`));
    };
    const socket: LoadSocket = {
      send: (text) => wire.write(textFrame(text)),
      sendFrame: (frame) => wire.write(frame),
      pause: () => wire.pause(),
      close() {
        ended = true;
        wire.destroy();
      },
    };

    const read = (bytes: Buffer, length: number): number => {
      let at = 0;
      if (!upgraded) {
        const headerEnd = bytes.subarray(0, length).indexOf("\r\n\r\n");
        if (headerEnd < 0) return 0;
        const head = bytes.toString("latin1", 0, headerEnd);
        if (!head.startsWith("HTTP/1.1 101")) {
          end(1006, head.split("\r\n", 1)[0]!);
          return length;
        }
        at = headerEnd + 4;
        upgraded = true;
        resolve(socket);
      }
      while (at + 2 <= length) {
        if (ended) break;
        const first = bytes[at]!;
        let size = bytes[at + 1]! & 0x7f;
        let from = at + 2;
        if (size === 126) {
          if (length < at + 4) break;
          size = bytes.readUInt16BE(at + 2);
          from = at + 4;
        } else if (size === 127) {
          if (length < at + 10) break;
          size = bytes.readUInt32BE(at + 2) * 2 ** 32 + bytes.readUInt32BE(at + 6);
          from = at + 10;
        }
        if (from + size > length) break;
        at = from + size;
        if (first === 0x81) ears.text(bytes, from, at);
        else if (first === 0x82 && ears.binary !== undefined) ears.binary(bytes, from, at);
        else if (first === 0x89) wire.write(frameOf(10, bytes.subarray(from, at)));
        else if (first === 0x88)
          end(size >= 2 ? bytes.readUInt16BE(from) : 1005, bytes.toString("utf8", Math.min(from + 2, at), at));
        else if (first !== 0x8a) end(1002, `a frame that begins with byte ${first}`);
      }
      return at;
    };

    const keep = (bytes: Buffer, length: number) => {
      if (kept.length < keptBytes + length) {
        const larger = Buffer.allocUnsafe(Math.max(kept.length * 2, keptBytes + length));
        kept.copy(larger, 0, 0, keptBytes);
        kept = larger;
      }
      bytes.copy(kept, keptBytes, 0, length);
      keptBytes += length;
    };

    const wire: Socket = connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      onread: {
        buffer: readBuffer,
        callback(length) {
          if (keptBytes === 0) {
            const used = read(readBuffer, length);
            if (used < length) keep(readBuffer.subarray(used, length), length - used);
            return true;
          }
          keep(readBuffer, length);
          const used = read(kept, keptBytes);
          kept.copy(kept, 0, used, keptBytes);
          keptBytes -= used;
          if (keptBytes === 0) kept = Buffer.alloc(0);
          return true;
        },
      },
    });
    wire.on("error", (cause) => end(1006, cause.message));
    wire.on("close", () => end(1006, "the connection broke"));
    wire.write(
      `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\n\r\n`,
    );
  });
}

export function textFrame(text: string): Buffer {
  return frameOf(1, Buffer.from(text));
}

export function binaryFrame(bytes: Uint8Array): Buffer {
  return frameOf(2, bytes);
}

function frameOf(opcode: number, payload: Uint8Array): Buffer {
  const size = payload.length;
  const headerBytes = size < 126 ? 2 : size < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerBytes + 4 + size);
  frame[0] = 0x80 | opcode;
  if (headerBytes === 2) frame[1] = 0x80 | size;
  else if (headerBytes === 4) {
    frame[1] = 0x80 | 126;
    frame.writeUInt16BE(size, 2);
  } else {
    frame[1] = 0x80 | 127;
    frame.writeBigUInt64BE(BigInt(size), 2);
  }
  mask.copy(frame, headerBytes);
  const from = headerBytes + 4;
  for (let i = 0; i < size; i++) frame[from + i] = payload[i]! ^ mask[i & 3]!;
  return frame;
}
