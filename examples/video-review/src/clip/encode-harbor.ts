import { drawHarbor, film } from "./draw-harbor.ts";
import { writeWebm } from "./webm.ts";
import type { Frame } from "./webm.ts";

/** The film as a WebM file, encoded by the browser. */
export async function encodeHarbor(): Promise<Uint8Array> {
  const { width, height, framesPerSecond, durationMs } = film;
  const context = new OffscreenCanvas(width, height).getContext("2d");
  if (context === null) throw new Error("The browser has no canvas.");
  const frames: Frame[] = [];
  const failures: DOMException[] = [];
  const encoder = new VideoEncoder({
    output(chunk) {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      frames.push({ atMs: Math.round(chunk.timestamp / 1000), isKey: chunk.type === "key", data });
    },
    error: (failure) => failures.push(failure),
  });
  encoder.configure({ codec: "vp09.00.10.08", width, height, bitrate: 160_000, framerate: framesPerSecond });
  const count = (durationMs / 1000) * framesPerSecond;
  for (let index = 0; index < count; index++) {
    drawHarbor(context, index / (count - 1));
    const frame = new VideoFrame(context.canvas, { timestamp: (index * 1_000_000) / framesPerSecond });
    // A key frame every two seconds, which seeking starts from.
    encoder.encode(frame, { keyFrame: index % (2 * framesPerSecond) === 0 });
    frame.close();
  }
  await encoder.flush();
  if (failures[0]) throw failures[0];
  return writeWebm({ codec: "V_VP9", width, height, durationMs, frames });
}
