/**
 * Draws the images that cannot be SVG, from the mark: the favicon, the icon of home screens and the image of link
 * previews. Their files are committed; run this after the mark or the sentence changes.
 *
 *   node e2e/draw-icons.ts
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openBrowser } from "@weft/testkit/browser";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const site = join(root, "apps", "site");
const out = join(site, "public");

const mark = `<svg viewBox="0 0 32 24" fill="none" stroke-width="3.5" stroke-linecap="round">
  <path stroke="#221e18" d="M3 3c2.2 9.5 4.6 18 8 18 1.3 0 2.500-1.300 3.600-3.300M18.200 9.200C19 6.900 19.600 5 20.200 3"/>
  <path stroke="#2f3fe0" d="M11.800 3c2.300 9.500 5 18 9.200 18 3.400 0 5.800-8.500 8-18"/></svg>`;

const font = await fontFace(
  "Bricolage",
  "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2",
);
const text = await fontFace("Geist", "@fontsource-variable/geist/files/geist-latin-wght-normal.woff2");
const preview = `<style>${font}${text}
  body { margin: 0; width: 1200px; height: 630px; box-sizing: border-box; padding: 80px; background: #f8f5ef; color: #221e18;
    display: flex; flex-direction: column; justify-content: space-between; font-family: Geist;
    background-image: linear-gradient(90deg, transparent 23px, #e9e3d8 23px); background-size: 24px; }
  .name { display: flex; align-items: center; gap: 22px; font: 600 56px Bricolage; letter-spacing: -0.03em; }
  .name svg { height: 44px; }
  h1 { margin: 0 0 24px; font: 640 92px/1 Bricolage; letter-spacing: -0.035em; max-width: 980px; }
  p { margin: 0; font-size: 32px; color: #5c544a; }
</style><div class="name">${mark}Weft</div><div><h1>Real-time collaboration you host yourself.</h1>
<p>Presence, Storage, text, comments and AI. Open source.</p></div>`;
const icon = (size: number, ground: string) =>
  `<style>body { margin: 0; width: ${size}px; height: ${size}px; display: grid; place-items: center; background: ${ground}; }
  svg { width: ${Math.round(size * (ground === "transparent" ? 1 : 0.66))}px; }</style>${mark}`;

await using stack = new AsyncDisposableStack();
const browser = await openBrowser();
stack.defer(() => browser.close());
await writeFile(join(out, "og.png"), await draw(preview, 1_200, 630));
await writeFile(join(out, "apple-touch-icon.png"), await draw(icon(180, "#f8f5ef"), 180, 180));
await writeFile(join(out, "favicon.ico"), icoOf(await draw(icon(32, "transparent"), 32, 32), 32));

async function draw(html: string, width: number, height: number): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(html);
  await page.evaluate("document.fonts.ready");
  const image = await page.screenshot({ omitBackground: true });
  await page.close();
  return image;
}

async function fontFace(name: string, file: string): Promise<string> {
  const bytes = await readFile(join(root, "node_modules", file));
  return `@font-face { font-family: ${name}; font-weight: 100 900; src: url(data:font/woff2;base64,${bytes.toString("base64")}); }`;
}

/** An icon file with one image, which is a PNG. */
function icoOf(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
