/**
 * What was asked for, line by line, and the test that holds each line (`rows.tsv`). What is not built yet is listed
 * when the tests have run.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { endpoints, internalEndpoints } from "@weft/protocol";
import { expect, test } from "vitest";
import { faultsOf } from "./faults.ts";
import type { Sections } from "./faults.ts";
import { mutationFaultsOf, readMutations } from "./mutation.ts";
import { readRows } from "./row.ts";
import { testTitles } from "./test-titles.ts";

declare module "vitest" {
  interface TaskMeta {
    /** Lines that `npm test` prints when every test has run. */
    atEnd?: readonly string[];
  }
}

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const rows = readRows(readFileSync(new URL("rows.tsv", import.meta.url), "utf8"));

/** Lines of the two documents, by section: the site and its dashboard; the REST API and the documentation. */
const sections: Sections = {
  site: [1, 5, 14, 12, 6, 8, 4, 15, 10, 6],
  api: [1, 2, 19, 31, 10, 18, 8, 52, 15, 11],
};

const known = new Map<string, ReadonlySet<string> | undefined>();

function testsOf(file: string) {
  if (!known.has(file))
    known.set(file, existsSync(root + file) ? testTitles(file, readFileSync(root + file, "utf8")) : undefined);
  return known.get(file);
}

/** Endpoints are the same whatever the parts of their paths are called. */
const nameless = (route: string) => route.replaceAll(/\{\w+\}/g, "{}");
const declared = new Set([...endpoints, ...internalEndpoints].map(({ route }) => nameless(route)));

function has(about: string): boolean {
  if (!about.startsWith("/")) return declared.has(nameless(about));
  const page = `${root}apps/site/content${about.replace(/^\/docs\/guides\b/, "/guides")}`;
  return existsSync(`${page}.mdx`) || existsSync(page);
}

test("every line that was asked for has a test, or waits for something that is not built yet", ({ task }) => {
  expect(faultsOf(rows, sections, { testsOf, has })).toEqual([]);

  const waiting = rows.filter(({ waitsFor }) => waitsFor !== undefined);
  const lines = [...Map.groupBy(waiting, ({ waitsFor }) => waitsFor)].map(
    ([feature, of]) => `  ${feature}: ${of.map(({ number }) => number).join(", ")}`,
  );
  task.meta.atEnd = [`${waiting.length} of ${rows.length} lines that were asked for are not built yet:`, ...lines];
});

test("every line that has a test names what would break it", () => {
  const mutations = readMutations(readFileSync(new URL("mutations.tsv", import.meta.url), "utf8"));
  const declarations = globSync("packages/protocol/src/{rest,internal}/*.ts", { cwd: root }).toSorted();
  const texts = new Map<string, string | undefined>();
  const read = (file: string) => {
    if (!texts.has(file)) texts.set(file, existsSync(root + file) ? readFileSync(root + file, "utf8") : undefined);
    return texts.get(file);
  };
  expect(mutationFaultsOf(rows, mutations, { read, declarations })).toEqual([]);
});
