import { Readable } from "node:stream";
import { limits } from "@weft/protocol";
import { createDeflate, deflateRawSync, gzipSync } from "node:zlib";
import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { systemClock } from "../clock.ts";
import {
  makeDocx,
  makeDocxFiles,
  makePackedPdf,
  makePdf,
  makePdfWithCMap,
  zipFiles,
} from "@weft/collab/suites/make-files.ts";
import { openExtractor } from "./extractor.ts";

const extractor = openExtractor({ clock: systemClock, limits });
afterAll(() => extractor[Symbol.asyncDispose]());

const page = `<!doctype html><html><head><title> Rooms  guide </title></head><body>
<nav><a href="/other">Navigation words</a></nav>
<main><article><h1 id="rooms">Rooms</h1><p>${"A room holds the people who work together on one document. ".repeat(6)}</p>
<h2 id="limits">Limits</h2><p>${"Each room has a bounded number of connections. ".repeat(6)}</p>
<pre><code class="language-ts">const room = 1;
const other = 2;</code></pre>
<table><thead><tr><th>Plan</th><th>Price</th></tr></thead><tbody><tr><td>Free</td><td>0 | none</td></tr></tbody></table>
<p>Read <a href="more.html#part">more</a>, <a rel="nofollow" href="/secret">not this</a>, <a href="mailto:a@b.c">mail</a>.</p>
</article></main><footer>Footer words</footer><script>alert("script words")</script></body></html>`;
const url = "https://docs.example/guide/rooms.html";

test("[KN7] the main content of a page becomes Markdown, with its anchors and links", async () => {
  const bytes = Buffer.from(page);
  expect(await extractor.kindOf(bytes, { type: "text/html; charset=utf-8" })).toBe("html");
  const read = await extractor.read(bytes, { kind: "html", url });
  expect(read).toMatchObject({ kind: "read", title: "Rooms guide", noIndex: false });
  if (read.kind !== "read") return;
  expect(read.links).toEqual(["https://docs.example/other", "https://docs.example/guide/more.html"]);
  expect(read.markdown).toContain("\n## Limits\n");
  expect(read.passages).toMatchObject([
    { title: "Rooms guide", headings: ["Rooms"], url: `${url}#rooms` },
    { title: "Rooms guide", headings: ["Limits"], url: `${url}#limits` },
  ]);
  expect(read.markdown).toContain("```ts\nconst room = 1;\nconst other = 2;\n```");
  expect(read.markdown).toContain("| Plan | Price |\n| --- | --- |\n| Free | 0 \\| none |");
  for (const word of ["Navigation words", "Footer words", "script words"]) expect(read.markdown).not.toContain(word);
});

test("[KN7] what a page asks of robots is told, and a short page is read whole", async () => {
  const text = '<meta name="ROBOTS" content="noindex, nofollow"><p>Short.</p><a href="/a">a</a>';
  expect(await extractor.read(Buffer.from(text), { kind: "html", url })).toEqual({
    kind: "read",
    title: "",
    markdown: "Short.\n\na",
    passages: [{ position: 0, title: url, headings: [], text: "Short.\n\na", url }],
    links: [],
    noIndex: true,
  });
});

test.for([
  "<p>Words.",
  "<!doctype html><title>T</title><body><p>Words.",
  "<html><head><title>T</title></head><p>Words.</html>",
  "<html><title>T</title><p>Words.",
  "<!DOCTYPE html>\n<title>T</title>\n<p>Words.",
  "<html lang=en><head><title>T</title></head><body class=x><p>Words.</body></html>",
])("[KN7] tags that a page may leave out are added: %s", async (html) => {
  const title = html.includes("<title>") ? "T" : "";
  expect(await extractor.read(Buffer.from(html), { kind: "html", url })).toMatchObject({ title, markdown: "Words." });
});

test("[KN7] links side by side keep their words apart", async () => {
  const text =
    '<p><a href="/b">Billing</a><a href="/r">Rooms</a><a href="/x"><b>X</b></a>, and <a href="/y">Y</a>.</p>';
  expect(await extractor.read(Buffer.from(text), { kind: "html", url })).toMatchObject({
    markdown: "Billing Rooms **X**, and Y.",
  });
});

test.for([
  ["<span><a href='/b'>Billing</a></span><span><a href='/r'>Rooms</a></span>", "Billing Rooms"],
  ["<a href='/b'><span>Billing</span></a><span class='badge'><a href='/r'>Rooms</a></span>", "Billing Rooms"],
  ["<span><a href='/b'>Billing</a></span><b><a href='/r'>Rooms</a></b>", "Billing **Rooms**"],
  ["See <span><a href='/b'>Billing</a></span>, <a href='/r'>Rooms</a>s.", "See Billing, Roomss."],
] as const)(
  "[KN7] links side by side in elements of their own keep their words apart: %s",
  async ([html, markdown]) => {
    const text = `<p>${html}</p>`;
    expect(await extractor.read(Buffer.from(text), { kind: "html", url })).toMatchObject({ markdown });
  },
);

test("[KN7] PDFs and Word documents become text", async () => {
  const pdf = makePdf(["First page about invoices", "Second page about refunds"]);
  expect(await extractor.kindOf(pdf, { type: "application/octet-stream" })).toBe("pdf");
  expect(await extractor.read(pdf, { kind: "pdf" })).toMatchObject({
    kind: "read",
    markdown: "First page about invoices\n\nSecond page about refunds",
  });
  const docx = makeDocx(["Travel policy", "Book early."]);
  expect(await extractor.kindOf(docx, { name: "policy.docx" })).toBe("docx");
  expect(await extractor.read(docx, { kind: "docx" })).toMatchObject({
    kind: "read",
    markdown: "# Travel policy\n\nBook early.",
  });
});

test.for([
  ["text", "notes.txt", "text/plain", "plain"],
  ["markdown", "notes.md", "", "# Head"],
  ["html", "page.htm", "", "<p>hi"],
  ["html", "/page", "", "<!doctype html><p>hi"],
  ["text", "data.json", "application/json", '{"a":1}'],
  [undefined, "noise.bin", "text/plain", "\0\x01\x02"],
  [undefined, "archive.zip", "text/plain", "PK\x03\x04\0\0\0\0"],
  ["image", "photo.txt", "text/plain", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0"],
] as const)("[KN7] the kind %s is read from the bytes of %s", async ([kind, name, type, text]) => {
  expect(await extractor.kindOf(Buffer.from(text, "latin1"), { name, type })).toBe(kind);
});

test("[KN7] sitemaps are read plain, compressed and as lists, and nothing else is one", async () => {
  const text = "<?xml version='1.0'?><urlset><url><loc> https://a.example/?a=1&amp;b=2 </loc></url></urlset>";
  const expected = { kind: "sitemap", pages: ["https://a.example/?a=1&b=2"], sitemaps: [] };
  expect(await extractor.readSitemap(Buffer.from(text))).toEqual(expected);
  expect(await extractor.readSitemap(gzipSync(text))).toEqual(expected);
  const index = "<sitemapindex><sitemap><loc>https://a.example/1.xml.gz</loc></sitemap></sitemapindex>";
  expect(await extractor.readSitemap(Buffer.from(index))).toMatchObject({ sitemaps: ["https://a.example/1.xml.gz"] });
  expect(await extractor.readSitemap(Buffer.from("https://a.example/1\nhttps://a.example/2\n"))).toMatchObject({
    pages: ["https://a.example/1", "https://a.example/2"],
  });
  for (const other of [page, "words", gzipSync(Buffer.alloc(60 * 2 ** 20))])
    expect(await extractor.readSitemap(Buffer.from(other))).toMatchObject({ kind: "unreadable" });
});

test.for([
  ["UniJIS-UCS2-H", "Japan1", "返金ポリシー", Buffer.from("返金ポリシー", "utf16le").swap16()],
  ["UniGB-UCS2-H", "GB1", "退款政策", Buffer.from("退款政策", "utf16le").swap16()],
  ["GBK-EUC-H", "GB1", "退款", Uint8Array.of(0xcd, 0xcb, 0xbf, 0xee)],
  ["UniKS-UTF16-H", "Korea1", "환불", Buffer.from("환불", "utf16le").swap16()],
  ["UniCNS-UTF16-H", "CNS1", "退款", Buffer.from("退款", "utf16le").swap16()],
  ["90ms-RKSJ-H", "Japan1", "返金", Uint8Array.of(0x95, 0xd4, 0x8b, 0xe0)],
] as const)("[KN7] a PDF whose font names the character map %s is read", async ([cMap, ordering, text, codes]) => {
  const pdf = makePdfWithCMap(cMap, ordering, codes);
  expect(await extractor.read(pdf, { kind: "pdf" })).toMatchObject({ kind: "read", markdown: text });
});

test("[KN4] feeds, relative addresses, other encodings and sitemaps that were cut are read as far as they go", async () => {
  const pagesOf = async (bytes: Uint8Array) => {
    const read = await extractor.readSitemap(bytes);
    return read.kind === "sitemap" ? read.pages : read;
  };
  const urlset = '<?xml version="1.0" encoding="utf-16"?><urlset><url><loc>/退款?a=1&amp;b=2</loc></url></urlset>';
  const utf16 = Buffer.from(`\ufeff${urlset}`, "utf16le");
  for (const bytes of [Buffer.from(urlset), utf16, Buffer.from(utf16).swap16(), gzipSync(utf16)])
    expect(await pagesOf(bytes)).toEqual(["/退款?a=1&b=2"]);
  const rss = `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><link>https://a.example/</link>
    <atom:link href="https://a.example/feed" rel="self"/><image><link>https://a.example/i</link></image>
    <item><title>T</title><link><![CDATA[https://a.example/1]]></link></item><item><link>/2</link></item></channel></rss>`;
  expect(await pagesOf(Buffer.from(rss))).toEqual(["https://a.example/1", "/2"]);
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><link href="/self" rel="self"/><entry><link href="/1"/>
    <link rel="replies" href="/no"/><author><link href="/no"/></author></entry><entry><link rel="alternate" href="/2"/></entry></feed>`;
  expect(await pagesOf(Buffer.from(atom))).toEqual(["/1", "/2"]);
  // Random paths are not compressed much, as in a sitemap that has more than is received.
  const random = Array.from({ length: 4_000 }, () => `<url><loc>https://a.example/${randomUUID()}</loc></url>`);
  const packed = gzipSync(`<urlset>${random.join("")}</urlset>`);
  const cut = await pagesOf(packed.subarray(0, packed.length / 2));
  expect(cut).toEqual(random.slice(0, (cut as string[]).length).map((entry) => entry.slice(10, -12)));
  expect((cut as string[]).length).toBeGreaterThan(1_000);
  const bomb = gzipSync(`<urlset><url><loc>/1</loc></url>${" ".repeat(60 * 2 ** 20)}<url><loc>/2</loc></url></urlset>`);
  expect(await pagesOf(bomb)).toEqual(["/1"]);
});

test.for([
  ["pdf", Buffer.from("%PDF-1.7\nnothing")],
  ["docx", Buffer.from("PK\x03\x04")],
  ["image", Buffer.from("GIF89a")],
  ["pdf", makePdf([])],
] as const)("[KN7] contents of the kind %s that cannot be read are said to be so", async ([kind, bytes]) => {
  expect(await extractor.read(bytes, { kind })).toMatchObject({ kind: "unreadable", message: expect.any(String) });
});

test("[KN8] what takes too long or too much memory ends alone, and what comes next is read", async () => {
  const deep = Buffer.from(`<body>${"<div>".repeat(200_000)}x`);
  await using slow = openExtractor({ clock: systemClock, limits: { ...limits, knowledgeExtractionMs: 1 } });
  const [first, second] = [slow.read(deep, { kind: "html", url }), slow.read(deep, { kind: "html", url })];
  expect(await first).toEqual({ kind: "unreadable", message: "Reading it takes too much time or memory" });
  expect(await second).toMatchObject({ kind: "unreadable" });

  const many = Buffer.from(`<body>${"<p>words <b>and</b> more</p>".repeat(400_000)}`);
  await using small = openExtractor({
    clock: systemClock,
    limits: { ...limits, knowledgeExtractionHeap: 24 * 2 ** 20 },
  });
  expect(await small.read(many, { kind: "html", url })).toMatchObject({ kind: "unreadable" });
  expect(await small.read(Buffer.from("fine"), { kind: "text" })).toMatchObject({ markdown: "fine" });
});

test("[KN8] a text of many passages arrives whole, and a caller's bound of passages holds", async () => {
  const text = Buffer.from(Array.from({ length: 950 }, (_, n) => `# H${n}\n\ntext ${n}`).join("\n\n"));
  const read = await extractor.read(text, { kind: "markdown", title: "Notes" });
  expect(read).toMatchObject({ kind: "read", title: "H0", passages: { length: 950 } });
  if (read.kind === "read")
    expect(read.passages.map(({ position, title }) => [position, title])).toEqual(
      Array.from({ length: 950 }, (_, n) => [n, "Notes"]),
    );
  expect(await extractor.read(text, { kind: "markdown", passages: 3 })).toMatchObject({ passages: { length: 3 } });
  expect(await extractor.read(text, { kind: "markdown", passages: 0 })).toMatchObject({ passages: [] });
});

test("[KN8] text that once made headings and anchors cost the cube of its length is read", async () => {
  for (const line of [`#${" ".repeat(20_000)}x`, `# ${"[".repeat(300_000)}`, `# ${" {#".repeat(50_000)}`])
    expect(await extractor.read(Buffer.from(`${line}\n\ntext`), { kind: "markdown" })).toMatchObject({
      kind: "read",
      passages: [{ text: "text" }],
    });
});

/** Nothing but zeros, a thousand times as long as it is when it is packed. */
const zeros = (bytes: number) => deflateRawSync(Buffer.alloc(bytes));

test("[KN8] a Word document that unpacks to more than it may is not read, whatever it declares", async () => {
  const bound = 4 * 2 ** 20;
  await using bounded = openExtractor({ clock: systemClock, limits: { ...limits, knowledgeUnpackedBytes: bound } });
  const packed = { deflated: zeros(64 * 2 ** 20), declared: 64 * 2 ** 20 };
  const read = (parts: Parameters<typeof zipFiles>[0]) => bounded.read(zipFiles(parts), { kind: "docx" });
  const tooLarge = { kind: "unreadable", message: "The document has more than 4 MiB of text" };
  expect(await read({ "word/document.xml": packed })).toEqual(tooLarge);
  // As one that lies about its size does.
  expect(await read({ "word/document.xml": { ...packed, declared: 100 } })).toMatchObject({ kind: "unreadable" });
  expect(
    await read({
      "word/one.xml": { ...packed, deflated: zeros(bound), declared: 1 },
      "word/two.xml": { ...packed, deflated: zeros(bound), declared: 1 },
    }),
  ).toMatchObject({ kind: "unreadable" });
  expect(await read(Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`${n}`, ""])))).toEqual(tooLarge);
  // Pictures are not unpacked.
  const files = makeDocxFiles(["Travel policy", "Book early."]);
  expect(await read({ ...files, "word/media/large.png": packed })).toMatchObject({
    markdown: "# Travel policy\n\nBook early.",
  });
});

test("[KN8] buffers that grow beyond the bound of memory end the thread", async () => {
  await using small = openExtractor({
    clock: systemClock,
    limits: { ...limits, knowledgeExtractionHeap: 64 * 2 ** 20 },
  });
  const blanks = Buffer.alloc(2 ** 20, " ");
  const packed = Readable.from(Array.from({ length: 700 }, () => blanks)).pipe(createDeflate());
  const pdf = makePackedPdf(Buffer.concat(await Array.fromAsync(packed)));
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 10);
  expect(await small.read(pdf, { kind: "pdf" })).toEqual({
    kind: "unreadable",
    message: "Reading it takes too much time or memory",
  });
  clearInterval(watch);
  // Much less than it unpacks to, of which the reader makes copies.
  expect(most - before).toBeLessThan(700 * 2 ** 20);
});
