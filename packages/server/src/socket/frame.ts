import { headroom } from "@weft/room";

/**
 * Writes the header of an unmasked text frame (RFC 6455, 5.2) in front of a payload that starts `headroom` bytes into
 * its buffer, and returns the frame. Nothing is copied: all receivers share the same bytes.
 */
export function toFrame(buffer: Buffer): Buffer {
  const length = buffer.length - headroom;
  if (length < 126) {
    buffer[headroom - 2] = finalText;
    buffer[headroom - 1] = length;
    return buffer.subarray(headroom - 2);
  }
  if (length < 65_536) {
    buffer[headroom - 4] = finalText;
    buffer[headroom - 3] = 126;
    buffer.writeUInt16BE(length, headroom - 2);
    return buffer.subarray(headroom - 4);
  }
  buffer[headroom - 10] = finalText;
  buffer[headroom - 9] = 127;
  buffer.writeUInt32BE(Math.floor(length / 2 ** 32), headroom - 8);
  buffer.writeUInt32BE(length >>> 0, headroom - 4);
  return buffer.subarray(headroom - 10);
}

/** FIN set, opcode 1. */
const finalText = 0x81;

export function textFrame(text: string): Buffer {
  const buffer = Buffer.allocUnsafe(headroom + Buffer.byteLength(text));
  buffer.write(text, headroom);
  return toFrame(buffer);
}
