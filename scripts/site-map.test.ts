import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { testTitles } from "@weft/server/asked-for/test-titles";
import routeTable from "@weft/site/routes";
import { expect, test } from "vitest";
import { faultsOf, readSiteMap, siteMapPage } from "./site-map.ts";
import type { Site } from "./site-map.ts";

const root = fileURLToPath(new URL("../", import.meta.url));

interface RouteEntry {
  readonly path?: string | undefined;
  readonly index?: boolean | undefined;
  readonly children?: readonly RouteEntry[] | undefined;
}

/** The addresses of a route table: a layout is none, its index is. */
function addressesOf(entries: readonly RouteEntry[], above = ""): string[] {
  return entries.flatMap(({ path = "", children }) => {
    const address = path === "" ? above : `${above}/${path.replace(/^\//, "")}`;
    return children === undefined ? [address === "" ? "/" : address] : addressesOf(children, address);
  });
}

const head = "number\tpart\troute\tstate\tsource\tfile\ttest\treason\n";
const site: Site = {
  routes: ["/docs"],
  has: (file) => file === "docs.tsx",
  testsOf: (file) => (file === "docs.test.ts" ? new Set(["is shown"]) : undefined),
};
const faultsIn = (...lines: string[]) => faultsOf(readSiteMap(head + lines.join("\n")), site);
const docs = "2.1\tthe docs\t/docs\tthere\tdocs.tsx\tdocs.test.ts\tis shown\t";

test("every part of the site map is there with its test, or has its reason, and every route is in it", () => {
  const rows = readSiteMap(readFileSync(`${root}apps/site/site-map.tsv`, "utf8"));
  const titles = new Map<string, ReadonlySet<string> | undefined>();
  const testsOf = (file: string) => {
    if (!titles.has(file))
      titles.set(file, existsSync(root + file) ? testTitles(file, readFileSync(root + file, "utf8")) : undefined);
    return titles.get(file);
  };
  const routes = addressesOf(routeTable).toSorted();
  expect(routes).toContain("/dashboard/:teamId/projects/:projectId/rooms/:roomId");
  expect(faultsOf(rows, { routes, has: (file) => existsSync(root + file), testsOf })).toEqual([]);
});

test("rows that agree with the site have no faults", () => {
  expect(faultsIn(docs, "3.1\ta map\t\tnot there\t\t\t\tThere is no room for it.")).toEqual([]);
});

test.for<[string, string[], string]>([
  ["a route without a row", [], "/docs is a route of the site without a row."],
  [
    "a row without a route",
    [docs, docs.replaceAll("/docs", "/maps").replace("the docs", "maps")],
    "/maps has a row, and is no route of the site.",
  ],
  ["two rows of a route", [docs, docs.replace("the docs", "more docs")], "/docs has 2 rows."],
  ["two rows of a part", [docs, docs.replace("/docs", "")], "2.1 (the docs) has 2 rows."],
  ["an unknown area", [docs, "99\ta map\t\tnot there\t\t\t\tNo room."], "99 (a map) is in no area."],
  [
    "no reason",
    [docs, "3.1\ta map\t\tnot there\t\t\t\t"],
    "3.1 (a map) is not there as it was planned, and does not say why.",
  ],
  ["a reason too many", [`${docs}No room.`], "2.1 (the docs) is there and says why it is not."],
  ["no source", [docs.replace("docs.tsx", "x.tsx")], "2.1 (the docs) is made by x.tsx, which is not there."],
  ["no file", [docs.replace("docs.test", "x.test")], "2.1 (the docs) names a test in x.test.ts, which is not there."],
  [
    "no test",
    [docs.replace("is shown", "is seen")],
    "2.1 (the docs) names the test “is seen”, which docs.test.ts does not have.",
  ],
  [
    "nothing that holds it",
    [docs, "3.1\ta map\t\tthere\t\t\t\t"],
    "3.1 (a map) names neither its source nor its test.",
  ],
  [
    "what holds nothing",
    [docs, "3.1\ta map\t\tnot there\tdocs.tsx\tdocs.test.ts\tis shown\tNo room."],
    "3.1 (a map) is not there, and names what would hold it.",
  ],
])("%s is a fault", ([, lines, fault]) => {
  expect(faultsIn(...lines)).toEqual([fault]);
});

test("a line that is no row is refused", () => {
  expect(() => readSiteMap(`${head}2.1\tthe docs\t/docs\tplanned\t\t\t\t`)).toThrow("This is no row: 2.1\tthe docs");
});

test("the page counts the parts of each area, and links sources and tests", () => {
  const page = siteMapPage(readSiteMap(`${head}${docs}\n2.1\ta map\t\tnot there\t\t\t\tNo room.`));
  expect(page).toContain("| [Public addresses](#public-addresses) | 1 | 0 | 1 |");
  expect(page).toContain("| All | 1 | 0 | 1 |");
  expect(page).toContain("| the docs | there | [docs.tsx](../docs.tsx) | [is shown](../docs.test.ts) |  |");
  expect(page).toContain("| a map | not there |  |  | No room. |");
});
