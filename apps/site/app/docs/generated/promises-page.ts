import listed from "../../../content/promises.json" with { type: "json" };
import type { PrintedPage } from "../catalogue/page.ts";

/** The address of the page that lists what Weft promises; each promise has its number as an anchor. */
export const promisesRoute = "/docs/concepts/promises";

/** The promises of Weft as a whole, with the tests that hold them and the defects that are known. */
export function promisesPage(): PrintedPage {
  return {
    route: promisesRoute,
    title: "What Weft promises",
    navTitle: "Promises",
    description: "Durability, order, convergence, isolation and erasure: what Weft promises, and what it doesn't.",
    keywords: ["durability", "guarantees", "consistency", "acknowledged", "reliability", "crash", "ordering"],
    related: [
      "/docs/concepts/how-weft-works",
      "/docs/platform/data-storage",
      "/docs/guides/how-conflicts-are-resolved",
    ],
    order: 4,
    body: [
      "Weft's promises, with their limits. Each has a number, and the tests that check it carry the same number.",
      "",
      ...listed.promises.flatMap(({ number, promise, exclusion, heldBy }) => {
        const [, title = number, text = ""] = /^\*\*(.+?)\.?\*\*\s*([^]*)$/u.exec(promise) ?? [];
        return [
          `## ${number}: ${title} [#${number.toLowerCase()}]`,
          "",
          // Some promises continue the sentence that their title begins.
          text === "" ? `${title}.` : /^[a-z]/u.test(text) ? `${title} ${text}` : text,
          "",
          ...(exclusion === ""
            ? []
            : [`**Not promised:** ${exclusion.charAt(0).toLowerCase()}${exclusion.slice(1)}`, ""]),
          `**Tests:** ${heldBy}.`,
          "",
        ];
      }),
      "## Details and known defects",
      "",
      listed.notes,
      "",
    ].join("\n"),
  };
}
