/** Bytes that the reason of a close may have (RFC 6455, 5.5.1). */
const mostBytes = 123;
const encoder = new TextEncoder();

/** As much of a reason as a close can carry, cut between two characters. */
export function closeReason(reason: string): string {
  return reason.slice(0, encoder.encodeInto(reason, new Uint8Array(mostBytes)).read);
}
