import { hungMs } from "./patience.ts";
import type { Journey } from "./journey.ts";
import { expect } from "vitest";

interface Mail {
  readonly to?: string;
  readonly text?: string;
}

/**
 * The newest link to one of the site's pages that was mailed to somebody, without its origin. `besides`: a link that is
 * known. The server has no mail set up: what
 * it would have sent is in its log, for which the journey is opened with `WEFT_LOG: "warn"`.
 */
export async function mailedLink(journey: Journey, to: string, page: string, besides?: string): Promise<string> {
  const links = () =>
    journey.log
      .split("\n")
      .filter((line) => line.includes('"text":'))
      .map((line) => JSON.parse(line) as Mail)
      .filter((mail) => mail.to === to)
      .flatMap(({ text = "" }) => text.match(/https?:\/\/\S+/gu) ?? [])
      .map((link) => new URL(link))
      .filter(({ pathname }) => pathname === page)
      .map(({ pathname, search }) => pathname + search)
      .filter((link) => link !== besides);
  await expect.poll(() => links().length, { timeout: hungMs }).toBeGreaterThan(0);
  return links().at(-1)!;
}
