/**
 * `npm run film`: a film of the product, played by a script and recorded as it runs, for the home page. It writes
 * `apps/site/public/film` and `apps/site/content/film.json`. The site, the examples and the server are built first.
 */
import { execFileSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundleServer } from "@weft/testkit";
import { openBrowser } from "@weft/testkit/browser";
import { encodeFilm } from "./film-encoder.ts";
import type { EncodedFilm, FilmCue } from "./film-encoder.ts";
import { recordScene } from "./film-recorder.ts";
import type { SceneRecording } from "./film-recorder.ts";
import { openStage } from "./film-scenes.ts";
import type { Theme } from "./film-scenes.ts";
import { root } from "./sources.ts";

const folder = join(root, "apps", "site", "public", "film");
/** The scene whose end is the picture that stands for the film: a mention has arrived. */
const posterScene = 1;
/** What the home page says of the film. */
const facts = join(root, "apps", "site", "content", "film.json");

/** The home page shows the film in the light one. */
const themes: readonly Theme[] = ["light"];

for (const script of ["build-examples.ts", "build-site.ts"])
  execFileSync(process.execPath, [join(root, "scripts", script)], { stdio: "inherit" });
bundleServer();
await mkdir(folder, { recursive: true });
for (const theme of themes) {
  const film = await take(theme);
  const films = JSON.parse(await readFile(facts, "utf8")) as Record<string, unknown>;
  await writeFile(facts, `${JSON.stringify({ ...films, [theme]: film }, null, 2)}\n`);
}

/** Records and encodes the film in one theme. */
async function take(theme: Theme) {
  console.log(`${theme}:`);
  const browser = await openBrowser();
  try {
    const { webm, poster, width, height, durationMs, cues } = await record(browser, theme);
    await writeFile(join(folder, `weft-${theme}.webm`), webm);
    await writeFile(join(folder, `weft-${theme}.webp`), poster);
    await writeFile(join(folder, `weft-${theme}.vtt`), vttOf(cues));
    for (const [kind, { byteLength }] of Object.entries({ film: webm, poster }))
      console.log(`  ${kind.padEnd(8)} ${(byteLength / 1_000).toFixed(1).padStart(7)} KB`);
    return { durationMs, bytes: webm.byteLength, width, height, scenes: cues };
  } finally {
    await browser.close();
  }
}

async function record(browser: Awaited<ReturnType<typeof openBrowser>>, theme: Theme): Promise<EncodedFilm> {
  const recordings: SceneRecording[] = [];
  await using stage = await openStage(browser, theme);
  for (const act of stage.acts) await stage.play(act, async (scene) => void recordings.push(await recordScene(scene)));
  return encodeFilm(browser, recordings, { theme, origin: stage.url, posterScene });
}

function vttOf(cues: readonly FilmCue[]): string {
  return (
    [
      "WEBVTT",
      ...cues.map(({ startMs, endMs, caption }) => `${timeOf(startMs)} --> ${timeOf(endMs)}\n${caption}`),
    ].join("\n\n") + "\n"
  );
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23);
}
