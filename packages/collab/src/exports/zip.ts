export interface ZipFile {
  /** With `/` between folders. */
  readonly name: string;
  readonly pieces: readonly Uint8Array[];
}

/**
 * An archive of these files, all of the same instant. It is written in one pass while they come in, one at a time. One
 * file is in memory as a whole, and a directory entry of each file before it.
 */
export async function* zip(files: AsyncIterable<ZipFile>, at: number): AsyncGenerator<Uint8Array> {
  const { configure, Uint8ArrayReader, ZipWriter } = await import("@zip.js/zip.js");
  // Node compresses off the main thread by itself.
  configure({ useWebWorkers: false });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = new ZipWriter(writable, { lastModDate: new Date(at) });
  const writing = (async () => {
    for await (const { name, pieces } of files) await writer.add(name, new Uint8ArrayReader(Buffer.concat(pieces)));
    await writer.close();
  })();
  // The reader is notified of it as soon as it happens, and again at the end.
  writing.catch((error: unknown) => writable.abort(error).catch(() => undefined));
  yield* readable;
  await writing;
}
