import axe from "axe-core";
import type { ElementContext, RunOptions } from "axe-core";
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
  // What embedded examples look like is their own journeys' business.
  const context: ElementContext = { exclude: ["iframe"], ...(within !== undefined && { include: [within] }) };
  const options: RunOptions = {
    resultTypes: ["violations"],
    iframes: false,
    ...(rules !== undefined && { runOnly: { type: "rule", values: rules } }),
  };
  // Loaded once per document: the script is half a megabyte.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  return page.evaluate(`axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + " at " + nodes.slice(0, 3).map(({ target }) => target.join(" ")).join(", ")))`);
}
