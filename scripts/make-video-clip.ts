/** Makes the clip of `examples/video-review` in a Chromium: `node scripts/make-video-clip.ts`. The file is committed. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openBrowser } from "@weft/testkit/browser";
import { rolldown } from "rolldown";
import { root } from "./sources.ts";

const folder = join(root, "examples", "video-review");
const bundle = await rolldown({ input: join(folder, "src", "clip", "encode-harbor.ts") });
const { output } = await bundle.generate({ format: "iife", name: "clip" });
await bundle.close();

const browser = await openBrowser();
try {
  const page = await browser.newPage();
  // Encoders need a page with a secure origin. No request leaves the browser.
  await page.route("**", (route) => route.fulfill({ contentType: "text/html", body: "<title>Clip</title>" }));
  await page.goto("https://clip.test/");
  await page.evaluate(`${output[0].code}; globalThis.clip = clip`);
  const base64 = await page.evaluate<string>("clip.encodeHarbor().then((bytes) => bytes.toBase64())");
  const clip = Buffer.from(base64, "base64");
  const file = join(folder, "src", "harbor.webm");
  await writeFile(file, clip);
  console.log(`${file}: ${Math.round(clip.length / 1024)} KB`);
} finally {
  await browser.close();
}
