import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { slowTexts } from "@weft/collab/suites/doubling.ts";
import type { Reader } from "@weft/collab/suites/doubling.ts";
import { applyPatch, createTree } from "@weft/crdt";
import { readStateVector, readUpdate } from "@weft/document/reader.ts";
import { AllowedOrigin } from "@weft/protocol/internal";
import { EmailAddress, createFrameCutter, decodeFrame, limits, readsNewScopes, scanFrame } from "@weft/protocol";
import { expect, test } from "vitest";
import { decodeText } from "./extraction/decode-text.ts";
import { readSitemap } from "./extraction/read-sitemap.ts";
import type { ExtractionBounds } from "./extraction/messages.ts";
import { acceptedEncodings } from "./http/accepted-encodings.ts";
import { callerAddress } from "./http/caller-address.ts";
import { parseInSteps } from "./http/json-in-steps.ts";
import { networkOf, placeOf } from "./http/network-of.ts";
import { describeUrl } from "./http/request-contents.ts";
import { createCompatibleFilter } from "./models/compatible-stream.ts";
import { createLeadingThoughts } from "./models/leading-thoughts.ts";
import { metadataBounds, readXml, responseBounds } from "./saml/bounded-xml.ts";
import { decodePage } from "./url-metadata/page-text.ts";
import { readPageMetadata } from "./url-metadata/page-metadata.ts";

const bounds = { text: 1e7, sitemap: 1e7, links: 5_000, unpacked: 1e7 } as ExtractionBounds;
const frameBounds = { depth: limits.frameDepth, tokens: limits.frameTokens };
const updateBounds = { structs: 1e6, clients: 1e6, deletes: 1e6, run: 1e9, gap: 1e9, depth: limits.updateDepth };
/** Wide enough for what is read here: within the server's own bounds the time is bounded by them. */
const wideXml = { bytes: 1e8, elements: 1e8, attributes: 1e8 };

/** The caller of a request that came through any number of proxies. */
const callerOf = (forwardedFor: string) =>
  callerAddress(
    {
      socket: { remoteAddress: "10.0.0.1" },
      headers: { "x-forwarded-for": forwardedFor },
    } as unknown as IncomingMessage,
    () => true,
  );

/** Patches a new tree, with ids of its own. */
function patched(operations: readonly object[]) {
  const tree = createTree();
  let ids = 0;
  applyPatch(tree, [{ op: "add", path: "/list", value: [] }, ...operations], () => `1:${ids++}`);
}

function decoded(text: string) {
  const bytes = Buffer.from(text);
  const cutter = createFrameCutter(bytes, frameBounds);
  while (!cutter.advance(512));
  return cutter.messages.length;
}

/** Every function that reads text from outside, with beginnings that lead into it. */
const registry: Readonly<Record<string, Reader>> = {
  "Accept-Encoding": { run: acceptedEncodings, begin: ["", "br;", "gzip, "] },
  "X-Forwarded-For": { run: callerOf, begin: ["", "1.1.1.1,", "[::1]:", "1.1.1.1:"] },
  "X-Forwarded-For of many proxies": { run: (text) => callerOf("1.1.1.1,".repeat(text.length / 8)), ofLength: true },
  "an address": { run: (text) => [networkOf(text), placeOf(text)], begin: ["", "::", "1.1.1.1", "fe80::1%"] },
  "the version of a client": { run: (text) => readsNewScopes(8, text), begin: ["", "3.", "3.2"] },
  describeUrl: { run: (text) => describeUrl(`/v2/rooms?${text}`, limits), begin: ["", "tok=", "a=%"] },
  "the address of a person": { run: (text) => EmailAddress.safeParse(text), begin: ["", "a@"] },
  "the origin of a page": { run: (text) => AllowedOrigin.safeParse(text), begin: ["", "https://", "https://*."] },
  "the scan of a frame": {
    run: (text) => scanFrame(Buffer.from(text), frameBounds),
    begin: ["", "[", '[{"type":201,"ops":[', '{"a":'],
  },
  "the pieces of a frame": { run: decoded, begin: ["[", '[{"type":201,"ops":[', '[{"a":"'] },
  "the messages of a frame": {
    run: (text) => decodeFrame(text.split("").map(() => ({ type: 100, data: {} }))),
    ofLength: true,
  },
  "a body of JSON": { run: (text) => [...parseInSteps(Buffer.from(text))].length, begin: ["", "[", '{"a":', '"'] },
  "a storage patch's path": { run: (text) => patched([{ op: "add", path: `/${text}`, value: 1 }]) },
  "a storage patch's value": { run: (text) => patched([{ op: "add", path: "/text", value: text }]) },
  "a storage patch of many operations": {
    run: (text) => patched(text.split("").map((_, n) => ({ op: "add", path: `/key${n}`, value: n }))),
    ofLength: true,
  },
  "an update of a document": {
    run: (text) => [false, true].map((v2) => readUpdate(Buffer.from(text, "latin1"), v2, updateBounds)),
    begin: ["", "\u0001", "\u0001\u007f\u0001\u0000", "\u007f\u0001"],
  },
  "an update of many structs": {
    run: (text) => readUpdate(updateOf(text.length), false, updateBounds),
    ofLength: true,
  },
  "a state vector": { run: (text) => readStateVector(Buffer.from(text, "latin1"), 1e6), begin: ["", "\u007f"] },
  "SAML within its bounds": { run: (text) => [readXml(text, responseBounds), readXml(text, metadataBounds)] },
  "SAML that is wider than its bounds": {
    run: (text) => readXml(`<a>${text}</a>`, wideXml),
    begin: ["", "<b>", '<b c="', "&#", "<![CDATA["],
  },
  decodeText: { run: (text) => decodeText(Buffer.from(text), { isMarkup: true }), begin: ["", "<meta charset="] },
  "a provider's lines": {
    run: (text) => createCompatibleFilter()(Buffer.from(`data: {"arguments":{${text}\n\ndata: [DONE]\n\n`)),
    begin: ["", '"}}', "data: "],
  },
  "a model's thoughts": {
    run: (text) => {
      const thoughts = createLeadingThoughts();
      return [...text.split("").flatMap((piece) => [...thoughts.take(piece)]), ...thoughts.end()].length;
    },
    begin: ["", "<think>", "<think></think>"],
  },
  "Content-Type": { run: (text) => decodePage(new Uint8Array(), text), begin: ["", "text/html; charset=", "charset"] },
  decodePage: { run: (text) => decodePage(Buffer.from(text)), begin: ["", "<meta "] },
  readSitemap: {
    run: (text) => readSitemap(Buffer.from(text), bounds),
    begin: ["", "<urlset><url><loc>", "https://a.b/"],
  },
  readPageMetadata: {
    run: (text) => [...readPageMetadata(text, "https://example.com")],
    begin: ["", "<title>", "<meta content=", "<link rel="],
  },
};

/** An update of one client with so many structs, each one collected. */
function updateOf(structs: number): Buffer {
  const uint = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...uint(value >>> 7)]);
  return Buffer.from([1, ...uint(structs), 1, 0, ...Array.from({ length: structs }, () => [0, 1]).flat(), 0]);
}

test.each(Object.entries(registry))(
  "%s takes at most twice as long for twice as much text",
  (_name, reader) => expect(slowTexts(reader)).toEqual([]),
  600_000,
);

/**
 * What libraries read that no one has made linear: each has a bound that ends it, in a thread of its own or before it begins,
 * and a test of that bound.
 */
const bounded: Readonly<Record<string, { readonly file: string; readonly title: string }>> = {
  "HTML, Markdown and files of others, by time and memory of their thread": {
    file: "extraction/extractor.test.ts",
    title: "[KN8] what takes too long or too much memory ends alone, and what comes next is read",
  },
  "SAML, by the time of its thread": {
    file: "saml/saml-reader.test.ts",
    title: "[SO10] a message that takes too long is refused, and the next is read",
  },
  "patches that change long lists, by the length of the lists": {
    file: "../../crdt/src/patch.test.ts",
    title: "[ST93] a patch that changes long lists too often is refused, and changes nothing",
  },
};

test.each(Object.entries(bounded))("%s has a test of its bound", async (_what, { file, title }) => {
  expect(await readFile(new URL(file, import.meta.url), "utf8")).toContain(`test("${title}"`);
});
