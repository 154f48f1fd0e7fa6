/** A side of the square that is kept, in pixels: enough for the largest avatar on a dense screen. */
const side = 192;

/**
 * A picture as a small square data URL. Rejects with a sentence when the browser cannot read the file as a picture.
 */
export async function resizePicture(file: File): Promise<string> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error("This file can't be read as a picture. Choose a PNG, JPEG or WebP file.");
  });
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser can't resize pictures.");
  // The middle of it, as a square.
  const edge = Math.min(picture.width, picture.height);
  context.drawImage(picture, (picture.width - edge) / 2, (picture.height - edge) / 2, edge, edge, 0, 0, side, side);
  picture.close();
  return canvas.toDataURL("image/webp", 0.86);
}
