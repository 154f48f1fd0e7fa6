import { visit } from "unist-util-visit";
import { expect, test } from "vitest";
import { readPages } from "../catalogue/read-pages.ts";
import { attributesOf } from "./attributes.ts";
import { exportedNames } from "./exported-names.ts";
import { headingsOf } from "./headings.ts";
import { movedAnchors } from "./moved-anchors.fixture.ts";
import { namesOf, nameLists } from "./name-lists.ts";
import { parseMdx } from "./parse.ts";
import type { NameRow } from "../article/name-list.tsx";

const pages = readPages();
const idsOf = (route: string) => new Set(headingsOf(parseMdx(pages.get(route)!.body)).map(({ id }) => id));

/** The rows of the lists on the index of a package. */
function rowsOf(index: string): readonly NameRow[] {
  const tree = structuredClone(parseMdx(pages.get(`/docs/api-reference/${index}`)!.body));
  nameLists()(tree);
  const rows: NameRow[] = [];
  visit(tree, "mdxJsxFlowElement", (node) => {
    if (node.name === "NameList") rows.push(...(JSON.parse(attributesOf(node)["rows"] as string) as NameRow[]));
  });
  return rows;
}

test.for(Object.entries(movedAnchors))(
  "every anchor that the one page of %s had is on its index, and leads on",
  ([index, anchors]) => {
    const route = `/docs/api-reference/${index}`;
    const rows = rowsOf(index);
    const there = new Set([...idsOf(route), ...rows.flatMap(({ id }) => id ?? [])]);
    expect(anchors.split(" ").filter((anchor) => !there.has(anchor))).toEqual([]);
    const ids = [...idsOf(route), ...rows.flatMap(({ id }) => id ?? [])];
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    for (const { name } of exportedNames(index.replace("weft-", ""))) expect(there).toContain(`export-${name}`);
    const astray = rows.filter(({ href }) => {
      const [page, anchor] = href.split("#");
      return !anchor!.startsWith("export-") && !(pages.has(page!) && idsOf(page!).has(anchor!));
    });
    expect(astray).toEqual([]);
  },
);

test("a moved anchor leads to the entry of its own class or group", () => {
  const client = rowsOf("weft-client");
  expect(client.find(({ id }) => id === "lostconnectiontimeout")?.href).toBe(
    "/docs/api-reference/weft-client/client#lostconnectiontimeout",
  );
  expect(rowsOf("weft-react").find(({ id }) => id === "useothers")?.href).toBe(
    "/docs/api-reference/weft-react/presence#useothers",
  );
});

test("an exported name leads to its description, or else to the list of exports", () => {
  const names = new Map(namesOf({ exports: "react" }).map(({ name, href }) => [name, href]));
  expect(names.get("useOthers")).toBe("/docs/api-reference/weft-react/presence#useothers");
  expect(names.get("MutationContext")).toBe("/docs/api-reference/weft-react/exports#export-MutationContext");
});
