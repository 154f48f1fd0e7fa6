import { randomFillSync } from "node:crypto";

const bytesPerId = 16;
const idLength = 21;
const idsPerBlock = 256;

/** Ids of 126 random bits. A call of the generator costs more than the bytes, so they are drawn many at a time. */
export function createRandomIds(): () => string {
  const block = Buffer.alloc(idsPerBlock * bytesPerId);
  let at = block.length;
  return () => {
    if (at === block.length) {
      randomFillSync(block);
      at = 0;
    }
    const id = block.toString("base64url", at, (at += bytesPerId));
    return id.slice(0, idLength);
  };
}
