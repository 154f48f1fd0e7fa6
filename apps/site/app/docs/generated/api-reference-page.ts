import GithubSlugger from "github-slugger";
import type { DocPage, PrintedPage } from "../catalogue/page.ts";
import { operations } from "./operations.ts";

const root = "/docs/api-reference";

/** The index of the reference: packages, and the groups of the REST API. */
export function apiReferencePage(written: readonly DocPage[]): PrintedPage {
  const packages = written
    .filter(({ route }) => route.startsWith(`${root}/`))
    .toSorted((a, b) => a.order - b.order || a.title.localeCompare(b.title, "en"));
  const groups = Map.groupBy(operations, ({ tag }) => tag);
  const slugger = new GithubSlugger();
  return {
    route: root,
    title: "API Reference",
    description: "Every export of the client packages and every call of the REST API.",
    keywords: ["packages", "REST"],
    related: ["/docs/get-started", "/docs/platform/rest-api"],
    order: 0,
    body: [
      "Find here what a name means, what it takes and what it answers.",
      "",
      ...(packages.length === 0
        ? []
        : [
            "## Packages",
            "",
            "Apps use the official client packages with `baseUrl` set to this server.",
            "",
            "<Cards>",
            ...packages.map(({ route, title, description }) => card(route, title, description)),
            "</Cards>",
            "",
          ]),
      "## REST API",
      "",
      "For your own back end. The same calls stand in an [OpenAPI 3.1 file](/v2/openapi.json).",
      "",
      "<Cards>",
      ...[...groups].map(([tag, calls]) =>
        card(
          `${root}/rest-api-endpoints#${slugger.slug(tag)}`,
          tag,
          `${calls.length} ${calls.length === 1 ? "call" : "calls"}, from “${calls[0]!.summary}”.`,
        ),
      ),
      "</Cards>",
      "",
    ].join("\n"),
  };
}

function card(href: string, title: string, text: string): string {
  return `<Card href="${href}" title={${JSON.stringify(title)}}>\n{${JSON.stringify(text)}}\n</Card>`;
}
