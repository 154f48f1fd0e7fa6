/**
 * Every page of the site, in both themes: no findings in axe, no violations of the content policy, no console messages
 * [S15]. Of pages that are made of one template the seed chooses some: a third of the examples, a sixth of the
 * documentation and a fifteenth of the error codes. All are visited with `WEFT_RUNS=15`.
 */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";
import { listenForRefusals, lookAt } from "./look-at-page.ts";

const built = fileURLToPath(new URL("../apps/site/build/client", import.meta.url));

/** The addresses that the build wrote as HTML, without redirects. */
const written = readdirSync(built, { recursive: true, encoding: "utf8" })
  .filter((file) => /(^|[/\\])index\.html$/u.test(file))
  .map((file) => `/${file.replaceAll("\\", "/").replace(/\/?index\.html$/u, "")}`)
  .toSorted();

const seed = Number(process.env["WEFT_SEED"] ?? Date.now() % 2 ** 31);
const runs = Number(process.env["WEFT_RUNS"] ?? 1);
const visited = written.filter((address, at) => (at + seed) % Math.max(1, Math.round(alikeOf(address) / runs)) === 0);

/** Of how many pages like this one, one is visited. */
function alikeOf(address: string): number {
  if (/^\/docs\/errors\/[A-Z0-9_]+$/u.test(address)) return 15;
  if (/^\/docs\/./u.test(address)) return 6;
  return /^\/examples\/./u.test(address) ? 3 : 1;
}

let journey: Journey;
beforeAll(async () => {
  journey = await openJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey[Symbol.asyncDispose]());

test(`[S15] public pages cause no findings in axe, no violations of the content policy and no console messages (seed ${seed})`, async () => {
  const refusals: string[] = [];
  const faults: string[] = [];
  const addresses = [...visited, "/sign-in", "/sign-up", "/forgot-password", "/no-such-page"];
  const walk = async () => {
    const page = await journey.visit("/");
    await listenForRefusals(page, refusals);
    for (let address = addresses.shift(); address !== undefined; address = addresses.shift()) {
      await page.goto(address);
      await page.locator("h1").first().waitFor();
      // Addresses of older pages redirect.
      if (address !== "/no-such-page" && new URL(page.url()).pathname !== address.replace(/(?<=.)\/$/u, "")) continue;
      faults.push(...(await lookAt(page, address)));
    }
  };
  // Two at a time: each is rendered by its own process.
  await Promise.all([walk(), walk()]);
  expect(faults).toEqual([]);
  expect(refusals).toEqual([]);
  // The browser itself reports the missing page.
  expect(journey.complaints.filter((text) => !text.includes("404 (Not Found)"))).toEqual([]);
}, 1_800_000);
