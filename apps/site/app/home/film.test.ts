import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import films from "../../content/film.json" with { type: "json" };

const folder = fileURLToPath(new URL("../../public/film", import.meta.url));
const palettes = ["light"] as const;
const mostFilmBytes = 2_000_000;
const mostPosterBytes = 25_000;

test("the film has its files and no others are left", () => {
  const wanted = palettes.flatMap((palette) => ["vtt", "webm", "webp"].map((kind) => `weft-${palette}.${kind}`));
  expect(readdirSync(folder).toSorted()).toEqual(wanted.toSorted());
});

test.each(palettes)("the film takes about 40 seconds and little space, and says how much: %s", (palette) => {
  const { durationMs, bytes } = films[palette];
  expect(durationMs).toBeGreaterThanOrEqual(35_000);
  expect(durationMs).toBeLessThanOrEqual(45_000);
  const webm = readFileSync(join(folder, `weft-${palette}.webm`));
  expect(webm.subarray(0, 4).toString("hex")).toBe("1a45dfa3");
  expect(webm.byteLength).toBe(bytes);
  expect(bytes).toBeLessThanOrEqual(mostFilmBytes);
  const poster = readFileSync(join(folder, `weft-${palette}.webp`));
  expect(poster.subarray(8, 12).toString("latin1")).toBe("WEBP");
  expect(poster.byteLength).toBeLessThanOrEqual(mostPosterBytes);
});

test.each(palettes)("each scene has one caption, and captions cover the whole film in order: %s", (palette) => {
  const { durationMs, scenes } = films[palette];
  const cues = cuesOf(readFileSync(join(folder, `weft-${palette}.vtt`), "utf8"));
  expect(cues).toEqual(scenes);
  expect(cues.length).toBeGreaterThanOrEqual(4);
  expect([cues[0]?.startMs, ...cues.map(({ endMs }) => endMs)]).toEqual([
    0,
    ...cues.slice(1).map(({ startMs }) => startMs),
    durationMs,
  ]);
  for (const { startMs, endMs, caption } of cues) {
    expect(endMs - startMs).toBeGreaterThan(3_000);
    expect(caption).toMatch(/^[A-Z][^.]+\.$/u);
  }
});

/** The cues of a WebVTT file. */
function cuesOf(text: string) {
  const [head, ...blocks] = text.trim().split("\n\n");
  expect(head).toBe("WEBVTT");
  return blocks.map((block) => {
    const [times = "", caption = ""] = block.split("\n");
    const [startMs = Number.NaN, endMs = Number.NaN] = times.split(" --> ").map(millisecondsOf);
    return { startMs, endMs, caption };
  });
}

function millisecondsOf(time: string): number {
  return Date.parse(`1970-01-01T${time}Z`);
}
