import { describe, expect, test } from "vitest";
import type { PrebuiltIndex } from "./prebuild-index.ts";
import { prebuildIndex } from "./prebuild-index.ts";
import { destinations } from "./destinations.ts";
import { docsEntrances } from "./items.ts";
import { routeParams } from "./route-params.ts";
import { expandedLimit, openDocsIndex, search } from "./search.ts";
import type { SearchResults } from "./search.ts";
import { accounts, everyDestination, pathnames, records } from "./worked-examples.fixture.ts";

const docs = openDocsIndex(records);

function searchIn(context: keyof typeof pathnames, query: string, limit?: number): SearchResults {
  const params = routeParams(pathnames[context]);
  return search(query, { params, accounts, destinations: everyDestination }, docs, limit);
}

/** Results as the table writes them: those of the dashboard with their breadcrumb. */
function written({ groups }: SearchResults): string[] {
  return groups.map(({ name, items }) => {
    const titles = items.map(({ title, path }) => (name === "Dashboard" ? `${title} (${path.join(", ")})` : title));
    return `${name}: ${titles.join(", ")}`;
  });
}

const error = "Errors: RoomProvider id property is required";

describe("worked examples", () => {
  test.each([
    ["room", "docs", ["API Reference: useRoom, RoomProvider, Get rooms", error], 4],
    ["room", "project", ["API Reference: useRoom, RoomProvider, Get rooms", "Dashboard: Rooms (Whiteboard)", error], 5],
    [
      "rooms",
      "project",
      ["API Reference: Get rooms, useRoom, RoomProvider", "Dashboard: Rooms (Whiteboard)", error],
      5,
    ],
    ["ROOMPROVIDER", "docs", ["API Reference: RoomProvider", error], 2],
    ["romprovider", "docs", ["API Reference: RoomProvider", error], 2],
    [
      "webhok",
      "project",
      ["API Reference: WebhookHandler", "Dashboard: Webhooks (Whiteboard)", "Platform: Webhooks, Replay a delivery"],
      4,
    ],
    ["resend", "docs", ["API Reference: useOthers", "Ready-made features: Presence", "Platform: Replay a delivery"], 3],
    ["mau", "docs", ["Platform: Monthly active users"], 1],
    ["billing", "team", ["Dashboard: Billing (Acme)"], 1],
    ["invoice", "team", ["Dashboard: Billing (Acme)"], 1],
    [
      "ac",
      "team",
      ["Dashboard: Acme (Teams), Members (Acme), Billing (Acme), Projects (Acme)", "Platform: Monthly active users"],
      11,
    ],
    ["white", "docs", ["Dashboard: Whiteboard (Acme)"], 1],
    ["bolt", "team", ["Dashboard: Boltworks (Teams)"], 1],
    ["weft/react", "docs", ["API Reference: useRoom, useOthers, RoomProvider"], 3],
    ["property is required", "docs", [error], 1],
    ["zzzz", "docs", [], 0],
  ] as const)("%s in %s", (query, context, groups, total) => {
    const results = searchIn(context, query);
    expect({ groups: written(results), total: results.total }).toEqual({ groups, total });
  });
});

test("without a query there are no results", () => {
  expect(searchIn("docs", "  ")).toEqual({ groups: [], total: 0 });
});

test("one character lists no teams or projects; two do", () => {
  const names = (query: string) =>
    searchIn("docs", query, expandedLimit)
      .groups.filter(({ name }) => name === "Dashboard")
      .flatMap(({ items }) => items.map(({ title }) => title));
  expect(names("b")).toEqual([]);
  expect(names("bo")).toContain("Boltworks");
});

test("a raised limit shows more of the same matches", () => {
  const shown = ({ groups }: SearchResults) => groups.flatMap(({ items }) => items).length;
  expect(shown(searchIn("team", "ac"))).toBe(5);
  expect(shown(searchIn("team", "ac", expandedLimit))).toBe(11);
});

test("a prebuilt index finds the same as an index built at run time", () => {
  const prebuilt = openDocsIndex(records, JSON.parse(JSON.stringify(prebuildIndex(records))) as PrebuiltIndex);
  const surroundings = { params: {}, accounts, destinations: everyDestination };
  for (const query of ["room", "webhok", "resend", "ac", "weft/react", "zzzz"])
    expect(search(query, surroundings, prebuilt)).toEqual(search(query, surroundings, docs));
});

test("without the index of the docs, the dashboard and the entry pages of the docs are found", () => {
  const surroundings = { params: routeParams(pathnames.project), accounts, destinations };
  expect(written(search("rooms", surroundings, undefined))).toEqual(["Dashboard: Rooms (Whiteboard)"]);
  expect(written(search("get started", surroundings, undefined))).toEqual(["Get started: Get started"]);
});

test("an entry page that is also in the index is one result", () => {
  const surroundings = { params: {}, accounts: [], destinations };
  const entrances = docsEntrances(surroundings);
  const { groups } = search("why weft", surroundings, openDocsIndex(entrances));
  const found = groups.flatMap(({ items }) => items).filter(({ title }) => title === "Why Weft");
  expect(found).toHaveLength(1);
});
