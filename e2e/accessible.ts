import axe from "axe-core";
import type { ElementContext, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { settled } from "./settled.ts";

export interface Look {
  /** Checks only this part of the page. */
  readonly within?: string;
  /** Checks only these rules. */
  readonly rules?: string[];
}

/** The findings of axe on an idle page, one line for each violated rule. */
export async function faultsOf(page: Page, look: Look = {}): Promise<string[]> {
  const found = await lookAt(page, look);
  // An element that was still fading in may be reported wrongly, so a page with findings is checked once more.
  return found.length === 0 ? found : lookAt(page, look);
}

async function lookAt(page: Page, { within, rules }: Look): Promise<string[]> {
  await settled(page);
  // Embedded examples are checked in their own journeys.
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
