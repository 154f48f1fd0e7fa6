/**
 * Every page of the site, in both themes: no findings in axe, no violations of the content policy, no console messages
 * [S15]. The pages of error codes are made of one template: a fifth of them, which the seed chooses, or all with `WEFT_RUNS=5`.
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
const shares = Math.max(1, Math.round(5 / Number(process.env["WEFT_RUNS"] ?? 1)));
const isOfAnError = (address: string) => /^\/docs\/errors\/[A-Z0-9_]+$/u.test(address);
const visited = written.filter((address, at) => !isOfAnError(address) || (at + seed) % shares === 0);

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
