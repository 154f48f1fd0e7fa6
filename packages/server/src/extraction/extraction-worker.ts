// The worker thread. It reads one page or file at a time; whatever that costs, the main thread goes on.
import { parentPort } from "node:worker_threads";
import { passagesOf, titleOf, withoutAnchors } from "@weft/collab";
import type { PassageRecord, SitemapEntries, Unreadable } from "@weft/collab";
import { toStorable } from "@weft/protocol";
import { decodeText } from "./decode-text.ts";
import type { Extraction, ExtractionAnswer, ExtractionBounds, ExtractionCall, ReadText } from "./messages.ts";
import { readDocx } from "./read-docx.ts";
import { readHtml } from "./read-html.ts";
import { readPdf } from "./read-pdf.ts";
import { readSitemap } from "./read-sitemap.ts";

if (!parentPort) throw new Error("Texts are extracted by a worker thread.");
const port = parentPort;

/** Passages in one message. */
const together = 200;
/** Of the last text. */
let passages: readonly PassageRecord[] = [];
let sent = 0;

port.on("message", async (call: ExtractionCall) => {
  const answer = await answerTo(call).catch((): ExtractionAnswer => {
    return { kind: "unreadable", message: "The file is damaged or has another format" };
  });
  port.postMessage(answer);
});

const unknownEncoding: Unreadable = {
  kind: "unreadable",
  message: "The text encoding is not known: save the text as UTF-8, or send its charset",
};

async function answerTo(call: ExtractionCall): Promise<ExtractionAnswer> {
  if (call.type === "next") {
    const next = passages.slice(sent, sent + together);
    sent += next.length;
    return { kind: "passages", passages: next };
  }
  const { work, bytes, bounds } = call;
  [passages, sent] = [[], 0];
  const read = await extract(work, bytes, bounds);
  if (read.kind !== "read" || work.type !== "text") return read as SitemapEntries | Unreadable;
  const title = toStorable(read.title);
  const markdown = toStorable(read.markdown.slice(0, bounds.text));
  const { url, title: name = title || (url ?? ""), passages: most } = work.options;
  const limits = { ...bounds.passages, ...(most === undefined ? undefined : { knowledgePassagesPerSource: most }) };
  passages = passagesOf({ markdown, title: name, url }, limits);
  return { ...read, title, markdown: withoutAnchors(markdown), passages: passages.length };
}

async function extract(
  work: Extraction,
  bytes: Uint8Array<ArrayBuffer>,
  bounds: ExtractionBounds,
): Promise<ReadText | SitemapEntries | Unreadable> {
  if (work.type === "sitemap") return readSitemap(bytes, bounds);
  const { kind, type, url } = work.options;
  switch (kind) {
    case "image":
      return { kind: "unreadable", message: "Reading images needs an AI provider with vision or OCR" };
    case "pdf":
      return readPdf(bytes, bounds);
    case "docx":
      return readDocx(bytes, bounds);
    case "html": {
      const html = decodeText(bytes, { contentType: type, isMarkup: true });
      return html === undefined ? unknownEncoding : readHtml(html, { url, bounds });
    }
    case "text":
    case "markdown": {
      const markdown = decodeText(bytes, { contentType: type })?.slice(0, bounds.text);
      if (markdown === undefined) return unknownEncoding;
      return { kind: "read", title: kind === "markdown" ? titleOf(markdown) : "", markdown, links: [], noIndex: false };
    }
  }
}
