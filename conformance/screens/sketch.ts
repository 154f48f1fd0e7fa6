import { crc32, deflateSync } from "node:zlib";

const [width, height] = [280, 140] as const;
const [paper, bar, accent] = ["#f3f6f5", "#9fc4bb", "#0b6e5f"].map((color) => Buffer.from(color.slice(1), "hex"));
const bars = [42, 64, 55, 88, 104, 76] as const;

/** A PNG file: a chart of bars. */
export const sketch: Uint8Array<ArrayBuffer> = new Uint8Array(
  Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", Buffer.from([0, 0, width >> 8, width & 255, 0, 0, height >> 8, height & 255, 8, 2, 0, 0, 0])),
    chunk("IDAT", deflateSync(pixels())),
    chunk("IEND", Buffer.alloc(0)),
  ]),
);

function pixels(): Buffer {
  const rows: Buffer[] = [];
  for (let y = 0; y < height; y++) {
    rows.push(Buffer.from([0]));
    for (let x = 0; x < width; x++) {
      const index = Math.floor((x - 20) / 40);
      const isBar = (x - 20) % 40 < 28 && x >= 20 && y < height - 16 && y >= height - 16 - (bars[index] ?? -1);
      rows.push(isBar ? (index === 4 ? accent! : bar!) : paper!);
    }
  }
  return Buffer.concat(rows);
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, sum]);
}
