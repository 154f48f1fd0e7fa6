/** A site whose responses take long to read: as a provider of AI models, and as a crawled site. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { openSite } from "./sites.ts";
import type { Site } from "./sites.ts";

const KiB = 1_024;
const MiB = 1_024 * KiB;

/** So many different keys, as members of an object without its braces. */
export const manyKeys = (count: number): string =>
  Array.from({ length: count }, (_, n) => `"${n.toString(36)}":0`).join(",");

const chunk = (delta: object): string => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`;
const toolCall = (call: object): string => chunk({ tool_calls: [{ index: 0, ...call }] });

/** Streams of a provider of models, by the question that they answer. */
export const hostileStreams: Readonly<Record<string, () => string>> = {
  "one line without an end": () => `data: ${"x".repeat(8 * MiB)}`,
  "empty lines": () => "\n".repeat(8 * MiB - 1),
  "empty events": () => "data: {}\n\n".repeat(800_000),
  comments: () => ":\n".repeat(4 * MiB - 1),
  "nested lists": () => `data: ${"[".repeat(250 * KiB)}\n\n`.repeat(30),
  "objects of many keys": () => `data: {${manyKeys(25_000)}}\n\n`.repeat(30),
  "text in single characters": () => chunk({ content: "x" }).repeat(10_000),
  "thoughts in single characters": () => chunk({ content: "<" }).repeat(10_000),
  "arguments in single characters": () =>
    toolCall({ id: "call_1", type: "function", function: { name: "form", arguments: "{" } }) +
    toolCall({ function: { arguments: " " } }).repeat(10_000),
  "thousands of calls of tools": () =>
    Array.from({ length: 5_000 }, (_, n) =>
      toolCall({ index: n, id: `call_${n}`, type: "function", function: { name: "form", arguments: "{}" } }),
    ).join(""),
};

const pageOf = (body: string) => `<!doctype html><html><head><title>t</title></head><body>${body}</body></html>`;
const many = (text: string, bytes: number) => text.repeat(Math.floor(bytes / text.length));

/** Pages of a site, by their paths; of at most 1 MiB, as for the preview of a link. */
export const hostilePages: Readonly<Record<string, () => string>> = {
  "/nested": () => pageOf(many("<div>", MiB)),
  "/unclosed": () => pageOf(many("<a href='", MiB)),
  "/attributes": () => pageOf(`<p ${many("a=b ", MiB)}>`),
  "/links": () => pageOf(many("<a href=/x>x</a>", MiB)),
  "/metas": () => `<html><head>${many("<meta property=og:title content=x>", MiB)}`,
  "/titles": () => `<html><head>${many("<title>", MiB)}`,
  "/entities": () => pageOf(many("&amp;&#x", MiB)),
  "/tables": () => pageOf(many("<table><tr><td>", MiB)),
  "/headings": () => pageOf(many("<h1 id=a># a {#", MiB)),
  "/blanks": () => pageOf(many(" \n", MiB)),
};

const robots = (): string => `User-agent: *\n${many("Allow: /*a*a*a*a*a*$\n", 400 * KiB)}`;

const answers = new Map<string, Buffer>();
/** Made once: it is the reader whose time counts. */
function answerOf(name: string, make: () => string): Buffer {
  const known = answers.get(name) ?? Buffer.from(make());
  answers.set(name, known);
  return known;
}

async function bodyOf(request: IncomingMessage): Promise<any> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return JSON.parse(Buffer.concat(pieces).toString());
}

/** The title of every chat: an object of many keys. */
const wholeAnswer = () => answerOf("whole", () => `{${manyKeys(25_000)}}`);
export function openHostileSite(): Promise<Site> {
  return openSite((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? "/";
  if (request.method === "POST") {
    const body = await bodyOf(request);
    const json = { "content-type": "application/json" };
    if (body.stream !== true) return void response.writeHead(200, json).end(wholeAnswer());
    const asked = String(body.messages?.at(-1)?.content);
    if (asked === "refuse") return void response.writeHead(400, json).end(answerOf("refusal", () => "[".repeat(MiB)));
    const stream = hostileStreams[asked];
    response.writeHead(200, { "content-type": "text/event-stream" });
    return void response.end(stream === undefined ? "" : answerOf(asked, stream));
  }
  if (path === "/robots.txt") return void response.writeHead(200).end(answerOf("robots", robots));
  if (path === "/sitemap.xml")
    return void response
      .writeHead(200, { "content-type": "application/xml" })
      .end(answerOf("sitemap", () => `<urlset>${many("<url><loc>/a</loc>", 15 * MiB)}`));
  const page = hostilePages[path.split("?", 1)[0]!];
  if (page === undefined) return void response.writeHead(404).end();
  response.writeHead(200, { "content-type": "text/html" }).end(answerOf(path.split("?", 1)[0]!, page));
}
