import fc from "fast-check";
import { limits } from "@weft/protocol";
import { expect, test } from "vitest";
import { readPageMetadata } from "./page-metadata.ts";
import { decodePage } from "./page-text.ts";

const url = "https://example.com/docs/page?x=1";

/** The result, and the number of steps. */
function run(text: string) {
  const work = readPageMetadata(text, url);
  for (let steps = 0; ; steps++) {
    const { done, value } = work.next();
    if (done === true) return { metadata: value, steps };
  }
}
const read = (text: string) => run(text).metadata;

test("[OC7] Open Graph comes before Twitter, and both before the page's own tags", () => {
  const own = `<title>Own</title><meta name=description content="own"><link rel="shortcut icon" href="/own.ico">`;
  const twitter = `<meta name="twitter:title" content="Tw"><meta name="twitter:image" content="tw.png">`;
  const graph = `<meta property="og:title" content="Graph"><meta property='og:description' content='graph'>
    <meta property="og:image" content="//cdn.example/i.png">`;
  expect(read(own)).toEqual({ title: "Own", description: "own", icon: "https://example.com/own.ico" });
  expect(read(own + twitter)).toMatchObject({
    title: "Tw",
    description: "own",
    image: "https://example.com/docs/tw.png",
  });
  expect(read(own + twitter + graph)).toEqual({
    title: "Graph",
    description: "graph",
    image: "https://cdn.example/i.png",
    icon: "https://example.com/own.ico",
  });
});

test.for([
  ["entities", "<title>A &amp; B &#x1F600; &eacute; &notin;</title>", { title: "A & B 😀 é ∉" }],
  [
    "entities in attributes",
    `<meta name=description content="a&quot;b&amp;c=1&copy=2">`,
    { description: `a"b&c=1&copy=2` },
  ],
  ["white space", "<title>\n  Two\t words </title>", { title: "Two words" }],
  ["tags in a title", "<title>a <b>c</b></title>", { title: "a <b>c</b>" }],
  ["any case", `<TITLE>Up</TITLE><META NAME="Description" CONTENT="d">`, { title: "Up", description: "d" }],
  ["attributes in any order, once each", `<meta content=first content=second property=og:title>`, { title: "first" }],
  ["the first of equal tags", "<title>one</title><title>two</title>", { title: "one" }],
  ["empty values", `<meta property=og:title content=" "><title>Own</title>`, { title: "Own" }],
  [
    "comments and scripts",
    `<!-- <title>no</title> --><script>"<title>no</title>"</script><title>yes</title>`,
    { title: "yes" },
  ],
  ["what lies in the body", `<title>head</title><body><meta property=og:title content=body>`, { title: "head" }],
  ["what follows the head", `<head></head><title>late</title>`, {}],
  ["a base", `<base href="/other/"><link rel=icon href=i.png>`, { icon: "https://example.com/other/i.png" }],
  [
    "addresses that are not of the web",
    `<link rel=icon href="javascript:x"><meta name=twitter:image content="data:,">`,
    {},
  ],
  [
    "touch icons only without another",
    `<link rel=apple-touch-icon href=/t><link rel=icon href=/i>`,
    { icon: "https://example.com/i" },
  ],
  ["names of objects", `<meta name=constructor content=x><meta name=__proto__ content=x>`, {}],
  ["no tags", "plain text", {}],
  ["nothing", "", {}],
] as const)("[OC7] %s", ([, text, metadata]) => {
  expect(read(text)).toEqual(metadata);
});

test("[OC7] long values are cut, and long addresses left out", () => {
  const { title, description, image } = read(
    `<title>${"😀".repeat(400)}x</title><meta name=description content="${"d".repeat(5_000)}">
     <meta property=og:image content="/${"i".repeat(5_000)}"><title>${"t".repeat(limits.urlTitleLength)}</title>`,
  );
  expect(title).toBe("😀".repeat(limits.urlTitleLength / 2));
  expect(description).toBe("d".repeat(limits.urlDescriptionLength));
  expect(image?.length ?? 0).toBeLessThanOrEqual(limits.urlLength);
});

test.for([
  ["attributes", "<meta " + "a1 b2 ".repeat(170_000) + ">"],
  ["nesting", "<b><i>".repeat(170_000) + "</u>".repeat(10_000)],
  ["an endless title", "<title>" + "&amp;<x".repeat(150_000)],
  ["an endless attribute", `<meta content="${"&amp;x".repeat(170_000)}`],
  ["links", "<link rel='icon icon' href='::'>".repeat(30_000)],
] as const)("[OC7] a hostile page of %s is read in many short steps", ([, text]) => {
  const began = performance.now();
  const { steps } = run(text);
  expect(steps).toBeGreaterThan(30);
  expect((performance.now() - began) / steps).toBeLessThan(50);
});

test("[OC7] the answer does not depend on where the page is divided", () => {
  const tags = [
    "<title>T&amp;t</title>",
    `<meta property="og:title" content="G&#33;">`,
    "<link rel=icon href=/i>",
    "text",
  ];
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...tags, "<!-- x -->", "<meta"), { maxLength: 6 }),
      fc.nat(200),
      (parts, before) => {
        const text = parts.join("");
        expect(read(`<!--${"x".repeat(16_384 - before)}-->${text}`)).toEqual(read(text));
      },
    ),
    { numRuns: 100 },
  );
});

test.for([
  ["a byte order mark", "text/html; charset=latin1", Buffer.from("\ufeffé"), "é"],
  ["a byte order mark of UTF-16", "", Buffer.from("\ufeffé", "utf16le"), "é"],
  ["the header", "text/html; charset=ISO-8859-1", Buffer.of(0xe9), "é"],
  ["a quoted header", `text/html; charset="windows-1251"`, Buffer.of(0xc6), "Ж"],
  ["a tag", "text/html", Buffer.from(`<meta charset=latin1>\xe9`, "latin1"), "<meta charset=latin1>é"],
  ["an unknown encoding", "text/html; charset=klingon", Buffer.from("é"), "é"],
  ["a tag that cannot be right", "", Buffer.from("<meta charset=utf-16>é"), "<meta charset=utf-16>é"],
  ["nothing", "", Buffer.from("é"), "é"],
] as const)("[OC7] a page is decoded by %s", ([, contentType, bytes, text]) => {
  expect(decodePage(bytes, contentType)).toBe(text);
});
