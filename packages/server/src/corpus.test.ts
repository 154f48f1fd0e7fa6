/** The readers of pages, headers and variables, over the corpus. Files and texts of files: extraction/corpus.test.ts. */
import { isIP } from "node:net";
import {
  acceptLanguages,
  encodedTexts,
  fileNames,
  kubernetesVariables,
  loneSurrogates,
  loneSurrogatesInJson,
  lyingFiles,
  markedTexts,
  proxyHeaders,
  texts,
  userAgents,
} from "@weft/testkit/corpus";
import { afterAll, expect, test } from "vitest";
import { readConfig } from "./config.ts";
import type { ExtractionBounds } from "./extraction/messages.ts";
import { readSitemap } from "./extraction/read-sitemap.ts";
import { acceptedEncodings } from "./http/accepted-encodings.ts";
import { callerAddress, isForwarded, trustsProxy } from "./http/caller-address.ts";
import { networkOf, placeOf } from "./http/network-of.ts";
import { openTestEdge } from "./testing/test-edge.ts";
import { readPageMetadata } from "./url-metadata/page-metadata.ts";
import { decodePage } from "./url-metadata/page-text.ts";

const bounds = { text: 1e7, sitemap: 1e7, links: 5_000, unpacked: 1e7 } as ExtractionBounds;
const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync());
const edge = opened.use(await openTestEdge({ limits: { restRateBurst: 1e9, restUserRateBurst: 1e9 } }));

const ours = { authorization: `Bearer ${edge.secretKey}` };

function metadataOf(page: string) {
  const work = readPageMetadata(page, "https://example.com/");
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}
/** As HTML shows it. */
const shown = (text: string) => text.replaceAll(/\s+/gu, " ").trim();
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

test.for(texts)("[OC7] a link preview shows a title and description in $name", ({ text }) => {
  const page = `<title>${escaped(text)}</title><meta name=description content="${escaped(text)}">`;
  expect(metadataOf(page)).toEqual({ title: shown(text), description: shown(text) });
});

test.for([...encodedTexts, ...markedTexts])(
  "[OC7] a link preview reads a page in $charset",
  ({ charset, text, bytes }) => {
    const isMarked = markedTexts.some((marked) => marked.bytes === bytes);
    const decoded = decodePage(bytes, isMarked ? "" : `text/html; charset=${charset}`);
    expect(decoded).toBe(text);
    expect(metadataOf(`<title>${escaped(decoded)}</title>`).title).toBe(shown(text));
  },
);

test.for(lyingFiles)("[OC7] a link preview of $about neither throws nor shows what could run", ({ bytes, type }) => {
  const metadata = metadataOf(decodePage(bytes, type));
  for (const value of Object.values(metadata)) expect(value.isWellFormed()).toBe(true);
  for (const address of [metadata.image, metadata.icon]) expect(address ?? "https:").toMatch(/^https?:/u);
});

test.each(loneSurrogates)("[OC7] a page with %j becomes a preview that can be stored", (text) => {
  for (const value of Object.values(metadataOf(`<title>${text}</title><meta name=description content="${text}">`)))
    expect(value.isWellFormed()).toBe(true);
});

test.for([...texts.map(({ text }) => text), ...fileNames])("a sitemap lists an address that holds %j", async (text) => {
  const address = `https://example.com/${encodeURIComponent(text)}`;
  const sitemap = `<urlset><url><loc>${escaped(address)}</loc></url><url><loc>${escaped(`https://example.com/${shown(text)}`)}</loc></url></urlset>`;
  const read = await readSitemap(Buffer.from(sitemap), bounds);
  expect(read).toMatchObject({ kind: "sitemap", pages: [address, `https://example.com/${shown(text)}`.trim()] });
});

test.for(lyingFiles)("$about is no sitemap, and is said to be none", async ({ bytes }) => {
  expect(await readSitemap(bytes, bounds)).toMatchObject({ kind: "unreadable" });
});

test.each(Object.entries(proxyHeaders))(
  "[HE12] with %s, the caller's address is a valid IP address, whichever proxies are trusted",
  (_, headers) => {
    const request = { headers, socket: { remoteAddress: "10.0.0.1" } };
    expect(isForwarded(request as never)).toBe(true);
    for (const trusted of [0, 1, 2, 9, ["10.0.0.0/8", "198.51.100.0/24"]]) {
      const caller = callerAddress(request as never, trustsProxy(trusted));
      expect(isIP(caller)).not.toBe(0);
      expect(networkOf(caller)).not.toBe("");
      expect(placeOf(caller)).toBeDefined();
      if (trusted === 0) expect(caller).toBe("10.0.0.1");
    }
  },
);

test.each([...userAgents, ...acceptLanguages])("a call with the header %j is answered as any other", async (value) => {
  const text = Buffer.from(value).toString("latin1");
  const { status } = await edge.call("GET", "/v2/rooms", undefined, {
    ...ours,
    "user-agent": text,
    "accept-language": text,
  });
  expect(status).toBe(200);
  expect([...acceptedEncodings(text)].every((name) => name === name.trim())).toBe(true);
});

test.each(Object.entries(proxyHeaders))("a call that came through %s is answered as any other", async (_, headers) => {
  const { status } = await edge.call("GET", "/v2/rooms", undefined, { ...ours, ...headers });
  expect(status).toBe(200);
});

test.for(texts)(
  "a room, a thread and its metadata in $name come back as they were sent, and are found",
  async ({ text }) => {
    const id = text.slice(0, 100);
    const made = await edge.call("POST", "/v2/rooms", { id, defaultAccesses: [], metadata: { name: text } });
    expect([made.status, made.body.id]).toEqual([200, id]);
    const path = `/v2/rooms/${encodeURIComponent(id)}`;
    const body = { version: 1, content: [{ type: "paragraph", children: [{ text }] }] };
    const thread = await edge.call("POST", `${path}/threads`, {
      comment: { userId: id, body },
      metadata: { note: text },
    });
    expect(thread.body).toMatchObject({ metadata: { note: text }, comments: [{ userId: id, body }] });
    const query = (words: string) => new URLSearchParams({ query: words }).toString();
    const rooms = await edge.call("GET", `/v2/rooms?${query(`metadata["name"]:${JSON.stringify(text)}`)}`);
    expect(rooms.body.data.map((room: { id: string }) => room.id)).toEqual([id]);
    const threads = await edge.call("GET", `${path}/threads?${query(`metadata["note"]:${JSON.stringify(text)}`)}`);
    expect(threads.body.data).toMatchObject([{ id: thread.body.id }]);
  },
);

test.each(loneSurrogatesInJson)(
  "the text %s is refused in names, and no call with it fails otherwise",
  async (json) => {
    const text = JSON.parse(json) as string;
    const body = { version: 1, content: [{ type: "paragraph", children: [{ text }] }] };
    await edge.call("POST", "/v2/rooms", { id: "halves", defaultAccesses: [] });
    const replies = await Promise.all([
      edge.call("POST", "/v2/rooms", { id: text, defaultAccesses: [] }),
      edge.call("POST", "/v2/rooms/halves/threads", { comment: { userId: "ada", body } }),
      edge.call("POST", "/v2/rooms/halves/threads", { comment: { userId: text, body } }),
      edge.call("POST", "/v2/rooms/halves", { metadata: { name: text } }),
      edge.call("POST", "/v2/authorize-user", { userId: text, permissions: { "*": ["*:write"] } }),
      edge.call("GET", `/v2/rooms?query=${encodeURIComponent(`metadata["a"]:${json}`)}`),
    ]);
    for (const { status } of replies) expect(status).toBeLessThan(500);
    expect(replies[0].status).toBe(422);
    expect(replies[1].status).toBe(422);
  },
);

test("variables that Kubernetes sets beside a service called weft neither stop the start nor are settings", () => {
  expect(readConfig(kubernetesVariables)).toEqual(readConfig({}));
  for (const [name, value] of Object.entries(kubernetesVariables))
    expect(readConfig({ [name]: value }), name).toEqual(readConfig({}));
});
