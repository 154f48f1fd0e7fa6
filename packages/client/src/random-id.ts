const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";

/**
 * A random id in characters that need no escaping in a URL. 21 of them have 126 bits.
 *
 * @example
 * nanoid(); // "V1StGXR8_Z5jdHi6B-myT"
 */
export function nanoid(length = 21): string {
  const bytes = new Uint8Array(length);
  // React Native has no `crypto` of its own.
  if (globalThis.crypto === undefined) for (let at = 0; at < length; at++) bytes[at] = Math.random() * 256;
  else crypto.getRandomValues(bytes);
  // One byte gives one of 64 characters without a bias.
  return Array.from(bytes, (byte) => alphabet[byte & 63]).join("");
}
