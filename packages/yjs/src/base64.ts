/** Base64 by hand: `btoa` and `atob` go by way of strings of single characters, and take seconds for some megabytes. */
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const codes = Uint8Array.from(alphabet, (character) => character.charCodeAt(0));
const values = new Uint8Array(128);
codes.forEach((code, value) => (values[code] = value));
const padding = "=".charCodeAt(0);
const decoder = new TextDecoder();

export function toBase64(bytes: Uint8Array): string {
  const text = new Uint8Array(Math.ceil(bytes.length / 3) * 4).fill(padding);
  let to = 0;
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at;
    const bits = (bytes[at]! << 16) | ((left > 1 ? bytes[at + 1]! : 0) << 8) | (left > 2 ? bytes[at + 2]! : 0);
    text[to++] = codes[bits >> 18]!;
    text[to++] = codes[(bits >> 12) & 63]!;
    if (left > 1) text[to++] = codes[(bits >> 6) & 63]!;
    if (left > 2) text[to++] = codes[bits & 63]!;
  }
  return decoder.decode(text);
}

export function fromBase64(text: string): Uint8Array {
  let { length } = text;
  while (length > 0 && text.charCodeAt(length - 1) === padding) length--;
  const bytes = new Uint8Array(Math.floor((length * 3) / 4));
  let bits = 0;
  let count = 0;
  let to = 0;
  for (let at = 0; at < length; at++) {
    bits = ((bits << 6) | values[text.charCodeAt(at) & 127]!) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes[to++] = bits >> count;
  }
  return bytes;
}
