/** What an unmasked WebSocket frame of the server holds. */
export function framePayload(frame: Uint8Array): string {
  const length = frame[1]!;
  return Buffer.from(frame.subarray(length < 126 ? 2 : length === 126 ? 4 : 10)).toString();
}
