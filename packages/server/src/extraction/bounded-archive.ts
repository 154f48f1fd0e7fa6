import { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipReader, ZipWriter } from "@zip.js/zip.js";
import type { FileEntry } from "@zip.js/zip.js";

// This is a thread of its own already.
configure({ useWebWorkers: false });

/** Entries of an archive that are looked at. */
const entriesAtMost = 10_000;

/** The archive holds more than may be unpacked. */
export class ArchiveTooLarge extends Error {
  override name = "ArchiveTooLarge";
}

/**
 * An archive of those entries whose names are `wanted`, not compressed, for a library that unpacks without a bound. What the
 * directory declares is checked first, and what is really unpacked is counted: an archive may declare less.
 * @throws ArchiveTooLarge
 */
export async function unpackedArchive(
  bytes: Uint8Array,
  wanted: (name: string) => boolean,
  bytesAtMost: number,
): Promise<Uint8Array> {
  const reader = new ZipReader(new Uint8ArrayReader(bytes));
  const found: FileEntry[] = [];
  let looked = 0;
  for await (const entry of reader.getEntriesGenerator()) {
    if (++looked > entriesAtMost) throw new ArchiveTooLarge();
    if (!entry.directory && wanted(entry.filename)) found.push(entry);
  }
  if (found.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > bytesAtMost) throw new ArchiveTooLarge();
  const writer = new ZipWriter(new Uint8ArrayWriter(), { level: 0 });
  let left = bytesAtMost;
  for (const entry of found) {
    const pieces: Uint8Array[] = [];
    const counted = new WritableStream<Uint8Array>({
      write(piece) {
        left -= piece.length;
        if (left < 0) throw new ArchiveTooLarge();
        // A copy: the library may use its buffer again.
        pieces.push(Uint8Array.from(piece));
      },
    });
    await entry.getData(counted);
    await writer.add(entry.filename, new Uint8ArrayReader(Buffer.concat(pieces)));
  }
  return writer.close();
}
