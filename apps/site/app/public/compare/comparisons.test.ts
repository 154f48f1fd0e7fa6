import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import listed from "../../../content/promises.json" with { type: "json" };
import { readPages } from "../../docs/catalogue/read-pages.ts";
import { headingsOf } from "../../docs/mdx/headings.ts";
import { parseMdx } from "../../docs/mdx/parse.ts";
import { siteRecords } from "../../docs/catalogue/site-records.ts";
import { publicPaths } from "../prerender.ts";
import { comparedBy } from "./comparison.ts";
import type { Comparison, OtherClaim, WeftClaim } from "./comparison.ts";
import { comparisons } from "./comparisons.ts";
import { measuredScenario, withFigures } from "../measured-figures.ts";
import { fileAddress } from "./file-address.ts";
import type { Proof } from "./proof.ts";
import { readComparison, shownProof } from "./read-comparison.server.ts";
import { weftClaims } from "./weft-claims.ts";

const repository = join(import.meta.dirname, "../../../../..");
const pages = readPages();
const claimsOf = ({ weftIsBetter }: Comparison): readonly WeftClaim[] => weftIsBetter;
const othersOf = ({ otherIsBetter, rows }: Comparison): readonly OtherClaim[] => [
  ...otherIsBetter,
  ...Object.values(rows),
];

/** Why a proof proves nothing; undefined if it exists. */
function faultOf(proof: Proof): string | undefined {
  if ("page" in proof) {
    const [route = "", anchor] = proof.page.split("#");
    const page = pages.get(route);
    if (page === undefined) return `${route} does not exist`;
    return anchor === undefined || headingsOf(parseMdx(page.body)).some(({ id }) => id === anchor)
      ? undefined
      : `${route} has no heading #${anchor}`;
  }
  if ("promise" in proof)
    return listed.promises.some(({ number }) => number === proof.promise)
      ? undefined
      : `there is no promise ${proof.promise}`;
  if ("file" in proof) return existsSync(join(repository, proof.file)) ? undefined : `there is no file ${proof.file}`;
  measuredScenario(proof.bench);
  return undefined;
}

const weftSide = [...Object.values(weftClaims), ...comparisons.flatMap(claimsOf)];

test("every proof of a claim about Weft exists", () => {
  expect(weftSide.flatMap(({ proofs }) => proofs.flatMap((proof) => faultOf(proof) ?? []))).toEqual([]);
  expect(faultOf({ page: "/docs/platform/limits#no-such-heading", label: "" })).toBeDefined();
  expect(faultOf({ file: "faults/no-such.test.ts" })).toBeDefined();
  expect(faultOf({ promise: "G99" })).toBeDefined();
  expect(() => faultOf({ bench: "no-such-scenario" })).toThrow("no-such-scenario");
});

test("a claim with a figure of the bench names the scenario as its proof", () => {
  for (const { text, proofs } of weftSide)
    for (const [, scenario] of text.matchAll(/\{([\w-]+)\./g))
      expect(
        proofs.some((proof) => "bench" in proof && proof.bench === scenario),
        text,
      ).toBe(true);
});

test("every claim about another product names a public page of it", () => {
  for (const comparison of comparisons)
    for (const { text, source } of othersOf(comparison)) {
      if (comparison.slug !== "own-server") expect(source, text).toBeDefined();
      if (source !== undefined) expect(new URL(source.href).protocol, text).toBe("https:");
    }
});

test("comparisons say when they were checked, and give both sides a reason", () => {
  for (const { slug, checked, chooseOther, chooseWeft, otherIsBetter, rows, description } of comparisons) {
    expect(checked, slug).toMatch(/^20\d\d-(0[1-9]|1[0-2])$/u);
    expect(Math.min(chooseOther.length, chooseWeft.length, otherIsBetter.length), slug).toBeGreaterThanOrEqual(2);
    expect(Object.keys(comparedBy), slug).toEqual(expect.arrayContaining(Object.keys(rows)));
    expect(description.length, slug).toBeLessThanOrEqual(160);
  }
});

test("every comparison has an address, which is prerendered and found by the search", () => {
  const addresses = comparisons.map(({ slug }) => `/compare/${slug}`);
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(publicPaths()).toEqual(expect.arrayContaining(["/compare", ...addresses]));
  expect(siteRecords().map(({ href }) => href)).toEqual(expect.arrayContaining(["/compare", ...addresses]));
});

test("figures of the bench are put into texts with their unit", () => {
  const { value } = measuredScenario("start").figures["resident"]!;
  expect(withFigures("It takes {start.resident}.")).toBe(`It takes ${Math.round(value)} MB.`);
  expect(withFigures("{cluster-failover.p50}")).toMatch(/^\d\.\d seconds$/u);
  expect(withFigures("{presence-100x10.load.reference}")).toMatch(/^\d+%$/u);
  expect(() => withFigures("{start.none}")).toThrow("start.none");
  expect(() => withFigures("{start.resident.reference}")).toThrow("start.resident");
});

test("a page shows all rows, and a figure with the day of its measurement", () => {
  for (const { slug } of comparisons)
    expect(readComparison(slug)?.rows.map(({ label }) => label)).toEqual(Object.values(comparedBy));
  expect(readComparison("no-such-product")).toBeUndefined();
  expect(readComparison("hocuspocus")?.checked).toBe("November 2026");
  expect(shownProof({ promise: "G1" })).toEqual({
    kind: "page",
    label: "Promise G1",
    href: "/docs/concepts/promises#g1",
  });
  expect(shownProof({ bench: "start" }).label).toMatch(/^Measured on /u);
});

test.for([
  ["https://github.com/example/weft.git", "https://github.com/example/weft/blob/HEAD/LICENSE"],
  ["https://gitlab.example.com/tools/weft/", "https://gitlab.example.com/tools/weft/-/blob/HEAD/LICENSE"],
  ["https://git.example.com/tools/weft", "https://git.example.com/tools/weft"],
] as const)("a file in %s is at %s", ([repositoryUrl, address]) => {
  expect(fileAddress(repositoryUrl, "LICENSE")).toBe(address);
});
