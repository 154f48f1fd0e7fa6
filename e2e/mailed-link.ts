import { hungMs } from "./patience.ts";
import type { Journey } from "./journey.ts";
import { expect } from "vitest";

interface Mail {
  readonly to?: string;
  readonly text?: string;
}

/**
 * The newest link to one of the site's pages in an email to this address, without its origin. `besides` is a link to
 * ignore. The server has no mail server, so it writes its emails to the log: open the journey with `WEFT_LOG: "warn"`.
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
