import type { DocPage, PrintedPage } from "../catalogue/page.ts";
import { groupPageOf, operations } from "./operations.ts";

const root = "/docs/api-reference";

/** The index of the reference: packages, and the groups of the REST API. */
export function apiReferencePage(written: readonly DocPage[]): PrintedPage {
  const packages = written
    // The pages below that of a package are in its own index.
    .filter(({ route }) => route.startsWith(`${root}/`) && !route.slice(root.length + 1).includes("/"))
    .toSorted((a, b) => a.order - b.order || a.title.localeCompare(b.title, "en"));
  const groups = Map.groupBy(operations, ({ tag }) => tag);
  return {
    route: root,
    title: "API Reference",
    description: "Every export of the client packages and every endpoint of the REST API.",
    keywords: ["packages", "REST"],
    related: ["/docs/get-started", "/docs/platform/rest-api"],
    order: 0,
    body: [
      "Every export of the client packages and every endpoint of the REST API.",
      "",
      ...(packages.length === 0
        ? []
        : [
            "## Packages",
            "",
            "Weft has its own client packages, `@weft/*`. Apps can also use the official `@liveblocks/*` packages, with `baseUrl` set to this server.",
            "",
            "<Cards>",
            ...packages.map(({ route, title, description }) => card(route, title, description)),
            "</Cards>",
            "",
          ]),
      "## REST API",
      "",
      "For your back end. The [index of all endpoints](/docs/api-reference/rest-api-endpoints) has authentication, pagination and errors; the same endpoints are described in an [OpenAPI 3.1 document](/v2/openapi.json).",
      "",
      "<Cards>",
      ...[...groups].map(([tag, calls]) =>
        card(groupPageOf(tag), tag, `${calls.length} ${calls.length === 1 ? "endpoint" : "endpoints"}`),
      ),
      "</Cards>",
      "",
    ].join("\n"),
  };
}

function card(href: string, title: string, text: string): string {
  return `<Card href="${href}" title={${JSON.stringify(title)}}>\n{${JSON.stringify(text)}}\n</Card>`;
}
