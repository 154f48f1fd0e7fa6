import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { settled } from "./settled.ts";

export interface Look {
  /** Looks at this part alone. */
  readonly within?: string;
  /** Holds the page to these rules alone. */
  readonly rules?: string[];
}

/** What axe has to say of a page at rest, a line for each rule that is broken. */
export async function faultsOf(page: Page, look: Look = {}): Promise<string[]> {
  const found = await lookAt(page, look);
  // Something may have appeared during the look and been judged half faded in: a page with faults is looked at once more.
  return found.length === 0 ? found : lookAt(page, look);
}

async function lookAt(page: Page, { within, rules }: Look): Promise<string[]> {
  await settled(page);
  // What embedded examples look like is their own journeys' business. The legacy mode looks at this document alone, which
  // takes a third of the time: it opens no page to gather frames in.
  const axe = new AxeBuilder({ page })
    .setLegacyMode(true)
    .exclude("iframe")
    .options({ resultTypes: ["violations"] });
  if (within !== undefined) axe.include(within);
  if (rules !== undefined) axe.withRules(rules);
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, nodes }) =>
      `${id} at ${nodes
        .map(({ target }) => String(target))
        .slice(0, 3)
        .join(", ")}`,
  );
}
