/**
 * HMAC with SHA-256 (RFC 2104, FIPS 180-4), computed at once. Web Crypto only answers promises, and `node:crypto` is missing in
 * browsers and in edge runtimes, where webhooks are verified too.
 */

const blockBytes = 64;
const digestBytes = 32;

/** The first 32 bits of the fractional parts of cube roots (`round`) and square roots (`initial`) of the first prime numbers. */
const { round, initial } = constants();

/** The code of a message: 32 bytes. */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(blockBytes);
  block.set(key.length > blockBytes ? sha256(key) : key);
  const inner = sha256(
    block.map((byte) => byte ^ 0x36),
    message,
  );
  return sha256(
    block.map((byte) => byte ^ 0x5c),
    inner,
  );
}

/** Whether two codes are equal, in time that says nothing of where they differ. */
export function isEqualCode(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let index = 0; index < a.length; index++) difference |= a[index]! ^ b[index]!;
  return difference === 0;
}

/** The digest of all parts, one after the other. */
function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = padded(parts);
  const view = new DataView(bytes.buffer);
  const state = Uint32Array.from(initial);
  const schedule = new Uint32Array(64);
  for (let at = 0; at < bytes.length; at += blockBytes) {
    for (let index = 0; index < 16; index++) schedule[index] = view.getUint32(at + index * 4);
    for (let index = 16; index < 64; index++) {
      const [early, late] = [schedule[index - 15]!, schedule[index - 2]!];
      const first = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
      const second = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
      schedule[index] = schedule[index - 16]! + first + schedule[index - 7]! + second;
    }
    addBlock(state, schedule);
  }
  const digest = new Uint8Array(digestBytes);
  const written = new DataView(digest.buffer);
  state.forEach((word, index) => written.setUint32(index * 4, word));
  return digest;
}

function addBlock(state: Uint32Array, schedule: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as Words;
  for (let index = 0; index < 64; index++) {
    const choice = (e & f) ^ (~e & g);
    const first =
      (h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + choice + round[index]! + schedule[index]!) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = state[index]! + word;
}

type Words = [number, number, number, number, number, number, number, number];

function rotated(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** All parts, a set bit, zeros, and the number of bits in the last eight bytes. */
function padded(parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const bytes = new Uint8Array(Math.ceil((length + 9) / blockBytes) * blockBytes);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  bytes[at] = 0x80;
  new DataView(bytes.buffer).setBigUint64(bytes.length - 8, BigInt(length) * 8n);
  return bytes;
}

function constants(): { readonly round: Uint32Array; readonly initial: Uint32Array } {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < 64; candidate++)
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  return {
    round: Uint32Array.from(primes, (prime) => rootFraction(prime, 3)),
    initial: Uint32Array.from(primes.slice(0, 8), (prime) => rootFraction(prime, 2)),
  };
}

/** The first 32 bits of the fractional part of a root, with whole numbers: nothing is rounded. */
function rootFraction(of: number, degree: 2 | 3): number {
  const scaled = BigInt(of) << BigInt(32 * degree);
  let root = 0n;
  for (let bit = 1n << 40n; bit > 0n; bit >>= 1n) if ((root + bit) ** BigInt(degree) <= scaled) root += bit;
  return Number(root & 0xffff_ffffn);
}
