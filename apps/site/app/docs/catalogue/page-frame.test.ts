import { expect, test } from "vitest";
import { framesOf } from "./page-frame.ts";
import { readPages } from "./read-pages.ts";
import { searchRecords } from "./search-records.ts";
import { pagesInOrder, treeOf } from "./tree.ts";

const pages = readPages();
const frames = framesOf(pages);

test("every page is in the tree once", () => {
  const listed = pagesInOrder(treeOf(pages.values())).map(({ href }) => href);
  expect(listed.toSorted()).toEqual([...pages.keys()].toSorted());
});

test("previous and next agree with each other", () => {
  for (const { route, next } of frames.values())
    if (next !== undefined) expect(frames.get(next.href)?.previous?.href).toBe(route);
});

test("a page knows where it is", () => {
  expect(frames.get("/docs/errors/ROOM_NOT_FOUND")?.path.map(({ title }) => title)).toEqual(["Errors", "Error codes"]);
});

test("the search finds a call by its method and path, and a code by its page alone", () => {
  const records = searchRecords(pages, frames, []);
  expect(records).toContainEqual({
    title: "Get room",
    href: "/docs/api-reference/rest-api-endpoints/rooms#get-room",
    path: ["API Reference", "REST API", "REST API: Rooms"],
    keywords: ["GET /v2/rooms/{roomId}", "get-room"],
  });
  expect(records.filter(({ title }) => title === "ROOM_NOT_FOUND").map(({ href }) => href)).toEqual([
    "/docs/errors/ROOM_NOT_FOUND",
  ]);
  // A page about a package is found by its name in the other family too.
  const addresses = records.map(({ href, title }) => (title.startsWith("@liveblocks/") ? `${title} ${href}` : href));
  expect(new Set(addresses).size).toBe(addresses.length);
});

test("the search finds every name that a package exports, and a package by its name in either family", () => {
  const records = searchRecords(pages, frames, []);
  expect(records).toContainEqual({
    title: "WriteReceipt",
    href: "/docs/api-reference/weft-client/exports#export-WriteReceipt",
    path: ["API Reference", "@weft/client"],
    keywords: [],
    excerpt: "What room.write returns: the value, and how far the edits have come.",
  });
  // What a page has a heading for is found once.
  const hrefs = records.filter(({ title }) => title === "useStorage").map(({ href }) => href);
  expect(hrefs.filter((href) => href.startsWith("/docs/api-reference/weft-react/"))).toEqual([
    "/docs/api-reference/weft-react/storage#usestorage",
  ]);
  const packages = records.filter(({ href }) => href === "/docs/api-reference/weft-yjs").map(({ title }) => title);
  expect(packages).toEqual(["@weft/yjs", "@liveblocks/yjs"]);
});
