import { expect, test } from "vitest";
import { mutated, mutationFaultsOf, mutationsOf, readMutations } from "./mutation.ts";
import type { Sources } from "./mutation.ts";
import { readRows } from "./row.ts";

const files: Readonly<Record<string, string>> = {
  "rooms.ts": 'route: "GET /v2/rooms/{roomId}", route: "POST /v2/rooms",',
  "threads.ts": [
    'const thread = "/v2/threads/{threadId}";',
    "const comment = `${thread}/comments/{commentId}` as const;",
    "route: `GET ${comment}`,",
  ].join("\n"),
  "apps/site/content/docs/rooms.mdx": "# Rooms",
  "apps/site/content/docs/errors/index.mdx": "# Errors",
  "apps/site/content/guides/cursors.mdx": "# Cursors",
};
const sources: Sources = { read: (file) => files[file], declarations: ["rooms.ts", "threads.ts"] };
const titles = "number\tsays\tfile\ttest\twaits for\tabout";
const rowsOf = (...lines: readonly string[]) => readRows([titles, ...lines].join("\n"));
const writtenOf = (...lines: readonly string[]) => readMutations(["row\tkind\tfile\tfrom\tto", ...lines].join("\n"));

test("a row about an endpoint or a page is broken without it", () => {
  const [row] = rowsOf(
    "doc 0.1\tsays\ta.test.ts\tit holds\t\tGET /v2/rooms/{id}, GET /v2/threads/{}/comments/{}, /docs/rooms, /docs/errors, /docs/guides/cursors",
  );
  expect(mutationsOf(row!, [], sources)).toEqual([
    {
      number: "doc 0.1",
      kind: "route",
      file: "rooms.ts",
      change: { from: 'route: "GET /v2/rooms/{roomId}"', to: 'route: "GET /v2/rooms/{roomId}/elsewhere"' },
    },
    {
      number: "doc 0.1",
      kind: "route",
      file: "threads.ts",
      change: { from: "route: `GET ${comment}`", to: "route: `GET ${comment}/elsewhere`" },
    },
    { number: "doc 0.1", kind: "page", file: "apps/site/content/docs/rooms.mdx" },
    { number: "doc 0.1", kind: "page", file: "apps/site/content/docs/errors/index.mdx" },
    { number: "doc 0.1", kind: "page", file: "apps/site/content/guides/cursors.mdx" },
  ]);
});

test("a mutation that is written for a row takes the place of those that follow from it", () => {
  const [row] = rowsOf("doc 0.1\tsays\ta.test.ts\tit holds\t\tPOST /v2/rooms");
  const written = writtenOf("doc 0.1\ttext\trooms.ts\tPOST\tPUT", "doc 0.2\tpage\tapps/site/content/docs/rooms.mdx");
  expect(mutationsOf(row!, written, sources)).toEqual([written[0]]);
  expect(written[1]).not.toHaveProperty("change");
});

test("a row without a test has no mutation", () => {
  const [row] = rowsOf("doc 0.1\tsays\t\t\tcomments\tPOST /v2/rooms");
  expect(mutationsOf(row!, [], sources)).toEqual([]);
  expect(mutationFaultsOf([row!], [], sources)).toEqual([]);
});

test("a change is made in one place", () => {
  expect(mutated("one two", { from: "two", to: "three" })).toBe("one three");
  expect(() => mutated("two two", { from: "two", to: "three" })).toThrow("“two” is there 2 times.");
  expect(() => mutated("one", { from: "two", to: "three" })).toThrow("“two” is there 0 times.");
});

test("a row that nothing would break is reported, and a mutation that cannot be made", () => {
  const rows = rowsOf("doc 0.1\tsays\ta.test.ts\tit holds");
  const faults = (...lines: readonly string[]) => mutationFaultsOf(rows, writtenOf(...lines), sources);
  expect(faults("doc 0.1\ttext\trooms.ts\tPOST\tPUT")).toEqual([]);
  expect(faults()).toEqual(["doc 0.1 (says) has no mutation. Say in mutations.tsv what would break it."]);
  expect(faults("doc 0.1\ttext\tgone.ts\tPOST\tPUT")).toEqual([
    "doc 0.1 (says) would be broken in gone.ts, which is not there.",
  ]);
  expect(faults("doc 0.1\ttext\trooms.ts\troute\tpath")).toEqual([
    "doc 0.1 (says) would be broken by “route”, which rooms.ts has 2 times.",
  ]);
  expect(faults("doc 0.1\ttext\trooms.ts\tPOST\tPOST")).toEqual([
    "doc 0.1 (says) would be broken by “POST”, which changes nothing.",
  ]);
  expect(faults("doc 0.1\ttext\trooms.ts\tPOST\tPUT", "doc 0.2\ttext\trooms.ts\tPOST\tPUT")).toEqual([
    "doc 0.2 has a mutation, and is no row with a test.",
  ]);
  expect(() => writtenOf("doc 0.1\twish\trooms.ts\tPOST\tPUT")).toThrow("This is no mutation");
});
