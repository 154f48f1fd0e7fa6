/**
 * Makes a film of recordings. The browser draws each frame (`film-screen.html`) and encodes it with WebCodecs; frames have exact
 * times, however long they took to draw.
 */
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import type { SceneRecording, WindowRecording } from "./film-recorder.ts";
import { root } from "./sources.ts";
import { webmOf } from "./webm.ts";

const layout = {
  width: 1200,
  height: 675,
  /** Pixels of the film for each of these. */
  scale: 1.2,
  margin: 16,
  /** The height above the windows, with the caption. */
  band: 72,
  /** The height of a window's title. */
  bar: 38,
  framesPerSecond: 10,
  /** From 0, the best, to 63. */
  quantizer: 38,
};
/** Two windows are side by side. */
const windowWidth = (layout.width - 3 * layout.margin) / 2;
/** The height of a window's page for each pixel of its width. It is drawn smaller than it is. */
export const windowRatio = (layout.height - layout.band - layout.margin - layout.bar) / windowWidth;
/** Each begins a part to which a player can jump. */
const keyFrameMs = 5_000;
const frameMs = 1_000 / layout.framesPerSecond;
const posterWidth = 960;
/** The poster has the best of these with which it is small enough. */
const posterQualities = [0.7, 0.6, 0.5, 0.4, 0.3, 0.2];
const mostPosterBytes = 25_000;

export interface FilmCue {
  readonly startMs: number;
  readonly endMs: number;
  readonly caption: string;
}

export interface EncodedFilm {
  readonly webm: Buffer;
  /** WebP. */
  readonly poster: Buffer;
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  readonly cues: readonly FilmCue[];
}

export interface EncodingOptions {
  readonly theme: "light" | "dark";
  /** An origin of this machine, which browsers trust to encode. Nothing is requested of it. */
  readonly origin: string;
  /** The scene whose last frame is the poster. */
  readonly posterScene: number;
}

interface ScreenFrame {
  readonly atMs: number;
  readonly isKey: boolean;
  readonly caption: string;
  readonly isRunning: boolean | undefined;
  readonly windows: readonly {
    readonly title: string;
    readonly detail: string;
    readonly color: string;
    /** Of its page. */
    readonly width: number;
    /** Undefined if it shows the picture of the frame before. */
    readonly picture: string | undefined;
    readonly pointer: { readonly x: number; readonly y: number; readonly isDown: boolean } | undefined;
  }[];
}

/** What `film-screen.html` has. */
interface Screen {
  begin(wanted: typeof layout): Promise<void>;
  add(frame: ScreenFrame): Promise<void>;
  poster(size: { readonly width: number; readonly quality: number }): Promise<string>;
  end(): Promise<{ atMs: number; isKey: boolean; data: string }[]>;
}
declare const film: Screen;

export async function encodeFilm(
  browser: Browser,
  scenes: readonly SceneRecording[],
  { theme, origin, posterScene }: EncodingOptions,
): Promise<EncodedFilm> {
  const context = await browser.newContext({ colorScheme: theme });
  const page = await context.newPage();
  page.on("pageerror", (error) => console.error(error));
  for (const [name, path] of Object.entries(served))
    await page.route(`${origin}/film/${name}`, async (route) => route.fulfill({ path: join(root, path) }));
  await page.goto(`${origin}/film/screen.html`);
  await page.evaluate((wanted) => film.begin(wanted), layout);

  const cues: FilmCue[] = [];
  let poster: Buffer | undefined;
  let count = 0;
  for (const [index, scene] of scenes.entries()) {
    const startMs = count * frameMs;
    const frames = framesOf(scene, startMs);
    for (const frame of frames) await page.evaluate((each) => film.add(each), frame);
    count += frames.length;
    cues.push({ startMs, endMs: count * frameMs, caption: scene.caption });
    if (index === posterScene) poster = await posterOf(page);
  }
  const chunks = await page.evaluate(() => film.end());
  await context.close();
  if (poster === undefined) throw new Error(`There is no scene ${posterScene} for the poster.`);

  const width = layout.width * layout.scale;
  const height = layout.height * layout.scale;
  const durationMs = count * frameMs;
  const frames = chunks.map(({ data, ...frame }) => ({ ...frame, data: Buffer.from(data, "base64") }));
  const webm = webmOf({ width, height, durationMs, frames });
  return { webm, poster, width, height, durationMs, cues };
}

/** The frame that was added last. */
async function posterOf(page: Page): Promise<Buffer> {
  for (const quality of posterQualities) {
    const size = { width: posterWidth, quality };
    const poster = Buffer.from(await page.evaluate((wanted) => film.poster(wanted), size), "base64");
    if (poster.byteLength <= mostPosterBytes) return poster;
  }
  throw new Error("The poster is too large with any quality.");
}

const served = {
  "screen.html": "scripts/film-screen.html",
  "tokens.css": "apps/site/app/ui/tokens.css",
  "geist.woff2": "node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2",
} as const;

function framesOf(scene: SceneRecording, startMs: number): ScreenFrame[] {
  const count = Math.round(scene.lastsMs / frameMs);
  const stepMs = (scene.endedAt - scene.startedAt) / count;
  const shown = scene.windows.map(() => -1);
  return Array.from({ length: count }, (_, index) => {
    const at = scene.startedAt + index * stepMs;
    const windows = scene.windows.map((window, seat) => {
      const latest = latestAt(window.pictures, at) ?? 0;
      const isNew = latest !== shown[seat];
      shown[seat] = latest;
      const { title, detail, color, width } = window;
      return {
        title,
        detail,
        color,
        width,
        picture: isNew ? window.pictures[latest]?.data : undefined,
        pointer: pointerAt(window, at),
      };
    });
    const state = scene.states[latestAt(scene.states, at) ?? 0];
    return {
      atMs: startMs + index * frameMs,
      isKey: index === 0 || (index * frameMs) % keyFrameMs === 0,
      caption: scene.caption,
      isRunning: state?.isRunning,
      windows,
    };
  });
}

function pointerAt({ moves }: WindowRecording, at: number) {
  const latest = latestAt(moves, at);
  return latest === undefined ? undefined : moves[latest];
}

/** The index of the last one that is not later than this. */
function latestAt(all: readonly { readonly at: number }[], at: number): number | undefined {
  const index = all.findLastIndex((each) => each.at <= at);
  return index === -1 ? undefined : index;
}
