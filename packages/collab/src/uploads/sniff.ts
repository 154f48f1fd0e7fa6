/** As many bytes of a file's beginning as its kind is read from. */
export const sniffedBytes = 4_100;

const raster: ReadonlySet<string> = new Set([
  "image/apng",
  "image/avif",
  "image/bmp",
  "image/gif",
  "image/heic",
  "image/jpeg",
  "image/png",
  "image/webp",
  "image/x-icon",
]);

/** The raster image that the bytes are, whatever the file calls itself; undefined for everything else. */
export async function sniffImage(bytes: Uint8Array): Promise<string | undefined> {
  const start = bytes.subarray(0, sniffedBytes);
  // Each of these formats has a zero byte in its header. A text may begin with the letters of a signature: "BMI is…".
  if (!start.includes(0)) return undefined;
  const { fileTypeFromBuffer } = await import("file-type");
  try {
    const type = await fileTypeFromBuffer(start);
    return type !== undefined && raster.has(type.mime) ? type.mime : undefined;
  } catch {
    // Bytes that end in the middle of what they seemed to be are no image to us.
    return undefined;
  }
}
