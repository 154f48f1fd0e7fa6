/** Bytes of which no two neighbours are alike, so that a part in the wrong place shows. */
export function patterned(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at++) bytes[at] = (at * 31 + (at >> 13)) & 0xff;
  return bytes;
}
