/**
 * A Chromium for journeys: the one from npm where it runs (Linux on x64), otherwise one that is installed. Set
 * `WEFT_CHROMIUM` to the path of another.
 */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import packaged, { inflate } from "@sparticuz/chromium";
import { chromium } from "playwright-core";
import type { Browser, LaunchOptions, Page } from "playwright-core";

// What the packaged Chromium needs to run in a container. Its list for serverless hosts also turns web security off and
// shares one process among all pages, neither of which a person's browser does.
const args = ["--no-sandbox", "--no-zygote", "--disable-gpu", "--font-render-hinting=none"];

/** A headless browser; closing it closes its pages. */
export async function openBrowser(): Promise<Browser> {
  const installed = process.env["WEFT_CHROMIUM"] ?? (runsPackaged() ? undefined : findInstalled());
  if (installed !== undefined) return chromium.launch({ executablePath: installed, args });
  const options: LaunchOptions = { executablePath: await packaged.executablePath(), args };
  try {
    return await chromium.launch(options);
  } catch (error) {
    if (!/error while loading shared libraries/u.test(String(error))) throw error;
    // A bare machine: the package brings the system libraries and fonts that it needs, too.
    const folder = await inflate(join(packageFolder(), "bin", "al2023.tar.br"));
    return chromium.launch({
      ...options,
      env: { ...process.env, LD_LIBRARY_PATH: join(folder, "lib"), FONTCONFIG_PATH: join(tmpdir(), "fonts") },
    });
  }
}

export interface PictureSize {
  /** In pixels of the page, from its upper left corner. */
  readonly width: number;
  readonly height: number;
  /** From 0 to 100. */
  readonly quality: number;
  /** Pixels of the picture for each of the page. */
  readonly scale?: number;
}

/** A picture of a page as WebP, which Playwright's own screenshots cannot be. */
export async function takeWebp(page: Page, { width, height, quality, scale = 1 }: PictureSize): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", {
    format: "webp",
    quality,
    clip: { x: 0, y: 0, width, height, scale },
  });
  await session.detach();
  return Buffer.from(data, "base64");
}

/** Unpacks the browser. Workers that open their first one at the same time would start a file that another still writes. */
export async function prepareBrowser(): Promise<void> {
  await (await openBrowser()).close();
}

function runsPackaged(): boolean {
  return process.platform === "linux" && process.arch === "x64";
}

function packageFolder(): string {
  return dirname(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")));
}

function findInstalled(): string {
  const places = [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  ];
  const found = places.find((place) => existsSync(place));
  if (found === undefined)
    throw new Error("Journeys need a Chromium, and none was found: install one, or set WEFT_CHROMIUM to its path.");
  return found;
}
