/**
 * `@liveblocks/node` is made for Node.js, and its handler reads the secret with `Buffer`. Browsers have none: this is the part
 * that the handler uses. A receiver in Node.js does not need it.
 */
export function addBuffer(): void {
  Object.assign(globalThis, {
    Buffer: { from: (base64: string) => Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0)) },
  });
}
