/**
 * What a key costs in a text of 100 pages, with our editor and with TipTap on Yjs alone, by turns in one page:
 *
 *     node bench/clients/typing.ts [--keys 100]
 *
 * Reported are medians and the 95th of 100, in milliseconds of the page, and the ratio of the medians. No server takes part: what is
 * sent waits.
 */
import { parseArgs } from "node:util";
import { openBrowser } from "@weft/testkit/browser";
import { median } from "../measure.ts";
import { buildPage, servePage } from "./build.ts";

const { values } = parseArgs({ options: { keys: { type: "string", default: "100" } } });
const atMostMs = 4;
/** A page has 3,000 characters. */
const settings = { baseUrl: "http://127.0.0.1:9", paragraphs: 1_500, keys: Number(values.keys) };

interface Results {
  readonly plain: readonly number[];
  readonly ours: readonly number[];
  readonly characters: number;
}

await using built = await buildPage("typing-page.tsx", "weft");
await using served = await servePage(
  built,
  () => settings,
  (_, response) => response.end(),
);
const browser = await openBrowser();
try {
  const page = await browser.newPage();
  page.on("pageerror", (error) => console.error(error));
  await page.goto(`http://127.0.0.1:${served.port}/`);
  await page.waitForFunction("globalThis.results !== undefined", undefined, { timeout: 300_000 });
  const { plain, ours, characters } = await page.evaluate<Results>("globalThis.results");
  const late = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
  const [plainMs, oursMs] = [median([...plain]), median([...ours])];
  console.log(`${characters} characters, ${ours.length} keys each`);
  console.log(`TipTap with Yjs: ${plainMs.toFixed(2)} ms a key, ${late(plain).toFixed(2)} ms at 95 %`);
  console.log(`Weft:            ${oursMs.toFixed(2)} ms a key, ${late(ours).toFixed(2)} ms at 95 %, of ${atMostMs} ms`);
  console.log(`Ratio: ${(oursMs / plainMs).toFixed(2)}`);
} finally {
  await browser.close();
}
