// The worker thread. It reads one page or file at a time; whatever that costs, the main thread goes on.
import { parentPort } from "node:worker_threads";
import { decodeText } from "./decode-text.ts";
import type { ExtractionAnswer, ExtractionCall } from "./messages.ts";
import { readDocx } from "./read-docx.ts";
import { readHtml } from "./read-html.ts";
import { readPdf } from "./read-pdf.ts";
import { readSitemap } from "./read-sitemap.ts";

if (!parentPort) throw new Error("Texts are extracted by a worker thread.");
const port = parentPort;

port.on("message", async (call: ExtractionCall) => {
  const answer = await extract(call).catch((): ExtractionAnswer => {
    return { kind: "unreadable", message: "The file is damaged or has another format" };
  });
  port.postMessage(answer);
});

const unknownEncoding: ExtractionAnswer = {
  kind: "unreadable",
  message: "The text encoding is not known: save the text as UTF-8, or send its charset",
};

async function extract({ work, bytes, bounds }: ExtractionCall): Promise<ExtractionAnswer> {
  if (work.type === "sitemap") return readSitemap(bytes, bounds);
  const { kind, contentType, url } = work;
  switch (kind) {
    case "image":
      return { kind: "unreadable", message: "Reading images needs an AI provider with vision or OCR" };
    case "pdf":
      return readPdf(bytes, bounds);
    case "docx":
      return readDocx(bytes, bounds);
    case "html": {
      const html = decodeText(bytes, { contentType, isMarkup: true });
      return html === undefined ? unknownEncoding : readHtml(html, { url, bounds });
    }
    case "text":
    case "markdown": {
      const markdown = decodeText(bytes, { contentType })?.slice(0, bounds.text);
      if (markdown === undefined) return unknownEncoding;
      const title = kind === "markdown" ? (/^#\s+(.+?)\s*#*$/m.exec(markdown)?.[1] ?? "") : "";
      return { kind: "read", title, markdown, links: [], noIndex: false };
    }
  }
}
