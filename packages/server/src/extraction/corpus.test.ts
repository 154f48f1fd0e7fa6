/** The readers of files and pages over the corpus of scripts, encodings and files that lie about their type. */
import { limits } from "@weft/protocol";
import { encodedTexts, lyingFiles, markedTexts, texts, undecidableBytes } from "@weft/testkit/corpus";
import { afterAll, expect, test } from "vitest";
import { systemClock } from "../clock.ts";
import { decodeText } from "./decode-text.ts";
import { openExtractor } from "./extractor.ts";

const extractor = openExtractor({ clock: systemClock, limits });
afterAll(() => extractor[Symbol.asyncDispose]());

const read = async (bytes: Uint8Array, type: string, name = "a.txt") => {
  const kind = await extractor.kindOf(bytes, { name, type });
  return kind === undefined ? undefined : extractor.read(bytes, { kind, type });
};
/** A text inside a file, as someone reads it. */
const plain = (text: string) => text.replaceAll(/[\r\n\u0085\u2028\u2029]/g, " ");

test.for(encodedTexts)(
  "[KN13] a text in $charset is read as it was written, declared",
  async ({ charset, text, bytes }) => {
    expect(await read(bytes, `text/plain; charset=${charset}`)).toMatchObject({ kind: "read", markdown: text });
  },
);

test.for(encodedTexts)("[KN13] a text in $charset is read as it was written, not declared", async ({ text, bytes }) => {
  expect(await read(bytes, "text/plain")).toMatchObject({ kind: "read", markdown: text });
});

test.for(encodedTexts)("[KN13] a text in $charset that calls itself UTF-8 is detected", async ({ text, bytes }) => {
  expect(await read(bytes, "text/plain; charset=utf-8")).toMatchObject({ kind: "read", markdown: text });
});

test.for(markedTexts)(
  "[KN13] a byte order mark of $charset counts more than what is declared",
  async ({ text, bytes }) => {
    expect(await read(bytes, "text/plain; charset=gbk")).toMatchObject({ kind: "read", markdown: text });
    expect(await read(bytes, "")).toMatchObject({ kind: "read", markdown: text });
  },
);

test.for(encodedTexts.filter(({ charset }) => !charset.startsWith("utf")))(
  "[KN13] a page in $charset names its encoding in its tags, its declaration or its header",
  async ({ charset, text, bytes }) => {
    const page = (head: string) =>
      Buffer.concat([Buffer.from(`${head}<title>T</title><body><p>`), bytes, Buffer.from("</p>")]);
    const pages = [
      [page(`<!doctype html><meta charset="${charset}">`), "text/html"],
      [page(`<!doctype html><meta http-equiv="Content-Type" content="text/html; charset=${charset}">`), "text/html"],
      [page(`<?xml version="1.0" encoding="${charset}"?><html>`), "application/xhtml+xml"],
      [page("<!doctype html>"), `text/html;charset="${charset}"`],
    ] as const;
    for (const [body, type] of pages)
      expect(await read(body, type, "/page")).toMatchObject({ kind: "read", markdown: text });
  },
);

test("[KN13] a text whose encoding is neither declared nor known for sure says so", async () => {
  expect(await read(undecidableBytes, "text/plain")).toEqual({
    kind: "unreadable",
    message: "The text encoding is not known: save the text as UTF-8, or send its charset",
  });
  expect(await read(undecidableBytes, "text/plain; charset=gbk")).toMatchObject({ markdown: "退款" });
  expect(await read(undecidableBytes, "text/plain; charset=made-up")).toMatchObject({ kind: "unreadable" });
});

test("[KN13] a broken character of a long text is left out, and does not cost the text", async () => {
  const text = "退款政策是三十天。".repeat(20);
  const broken = Buffer.concat([Buffer.from(text), Uint8Array.of(0xff), Buffer.from(text)]);
  expect(await read(broken, "text/plain")).toMatchObject({ kind: "read", markdown: text + text });
  expect(decodeText(Buffer.from(text).subarray(0, -1))).toBe(text.slice(0, -1));
  expect(decodeText(new Uint8Array())).toBe("");
});

test.for(texts)("[KN13] a text in $name is read as it was written", async ({ text }) => {
  const read1 = await read(Buffer.from(text), "text/plain");
  expect(read1).toMatchObject({ kind: "read", markdown: text });
  const html = Buffer.from(`<!doctype html><meta charset=utf-8><body><p>${plain(text)}</p>`);
  expect(await read(html, "text/html", "/page")).toMatchObject({ kind: "read" });
});

test.for(lyingFiles)("[KN7] $about is taken for what its bytes are", async ({ name, type, bytes, is }) => {
  const kind = await extractor.kindOf(bytes, { name, type });
  expect(kind === "image" ? "image" : kind === undefined ? "other" : "text").toBe(is);
});

test("[KN7] formats that are written in letters are not read as texts", async () => {
  expect(await extractor.kindOf(Buffer.from("{\\rtf1\\ansi refund}"), { name: "a.txt" })).toBeUndefined();
  expect(await extractor.kindOf(Buffer.from("%!PS-Adobe-3.0\nrefund"), { name: "a.txt" })).toBeUndefined();
  expect(await extractor.kindOf(Buffer.from("%PDF-1.4\n1 0 obj"), { name: "a.txt" })).toBe("pdf");
});
