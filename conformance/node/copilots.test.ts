import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import type { Liveblocks } from "@liveblocks/node";
import { LiveblocksError } from "@liveblocks/node";
import { makePdf } from "@weft/collab/suites/make-files.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Lobby } from "../support/lobby.ts";
import { openLobby } from "../support/lobby.ts";
import { hungMs } from "../support/waiting.ts";

const limits = { knowledgeRequestGapMs: 1, knowledgeRequestGapMaxMs: 1 };
let lobby: Lobby;
let api: Liveblocks;
beforeAll(async () => {
  lobby = await openLobby({ limits, outbound: "any" });
  ({ api } = lobby);
});
afterAll(() => lobby[Symbol.asyncDispose]());

const draft = {
  name: "Helper",
  systemPrompt: "Help.",
  provider: "openai",
  providerModel: "gpt-5",
  providerApiKey: "sk-very-secret",
} as const;
const unknown = { status: 404, message: "Knowledge source not found" };

async function failure(call: Promise<unknown>): Promise<LiveblocksError> {
  const outcome = await call.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  expect(outcome).toBeInstanceOf(LiveblocksError);
  return outcome as LiveblocksError;
}

/** The source after it has been read. */
function readSource(of: Liveblocks, copilotId: string, knowledgeSourceId: string) {
  return vi.waitFor(
    async () => {
      const source = await of.getKnowledgeSource({ copilotId, knowledgeSourceId });
      expect(source.status).not.toBe("ingesting");
      return source;
    },
    { timeout: hungMs, interval: 20 },
  );
}

async function openSite(pages: (url: string) => Readonly<Record<string, string | Uint8Array>>) {
  const paths: string[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    paths.push(request.url!);
    const body = pages(url)[request.url!];
    if (typeof body === "string") response.setHeader("content-type", "text/html");
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  server.on("connection", () => void connections++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    paths,
    get connections() {
      return connections;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const page = (subject: string, ...links: readonly string[]) =>
  `<!doctype html><title>${subject}</title><body><main><h1>${subject}</h1><p>All about ${subject}.</p>
  ${links.map((link) => `<a href="${link}">next</a>`).join("")}</main>`;

test("a copilot is created, listed, changed and deleted, and its key is never returned", async () => {
  const created = await api.createAiCopilot({ ...draft, description: "d", settings: { temperature: 0.5 } });
  expect(created).toMatchObject({ type: "copilot", name: "Helper", alwaysUseKnowledge: false });
  expect([created.createdAt, created.updatedAt]).toEqual([expect.any(Date), expect.any(Date)]);
  expect(await api.getAiCopilot(created.id)).toEqual(created);
  const changed = await api.updateAiCopilot(created.id, { name: "Other", description: null });
  expect(changed).toMatchObject({ name: "Other", settings: { temperature: 0.5 } });
  expect(changed.description).toBeUndefined();
  const { data } = await api.getAiCopilots({ limit: 100 });
  expect(data).toEqual(expect.arrayContaining([changed]));
  expect(JSON.stringify([created, changed, data])).not.toContain(draft.providerApiKey);
  const unfit = { ...draft, providerModel: "gpt-none" as "gpt-5" };
  expect(await failure(api.createAiCopilot(unfit))).toMatchObject({ status: 422 });
  await api.deleteAiCopilot(created.id);
  expect(await failure(api.getAiCopilot(created.id))).toMatchObject({ status: 404, message: "Copilot not found" });
});

test("copilots of every provider keep their prompts, models, options and settings", async () => {
  const common = {
    name: "Helper",
    description: "Answers.",
    systemPrompt: "Help.",
    knowledgePrompt: "When asked about plans.",
    alwaysUseKnowledge: true,
    settings: {
      maxTokens: 5_000,
      temperature: 0.5,
      topP: 0.9,
      topK: 5,
      frequencyPenalty: 0.1,
      presencePenalty: 0.2,
      stopSequences: ["END"],
      seed: 7,
      maxRetries: 1,
    },
  };
  const webSearch = { allowedDomains: ["a.example"] };
  const choices = [
    { provider: "openai", providerModel: "gpt-5", providerOptions: { openai: { reasoningEffort: "low", webSearch } } },
    {
      provider: "anthropic",
      providerModel: "claude-opus-4-6",
      providerOptions: { anthropic: { thinking: { type: "enabled", budgetTokens: 1_024 }, webSearch } },
    },
    {
      provider: "google",
      providerModel: "gemini-2.5-pro",
      providerOptions: { google: { thinkingConfig: { thinkingBudget: 0 } } },
    },
    {
      provider: "openai-compatible",
      providerModel: "any",
      compatibleProviderName: "Local",
      providerBaseUrl: "http://localhost:1234/v1",
    },
  ] as const;
  for (const choice of choices) {
    const sent = { ...common, ...choice, providerApiKey: "sk-very-secret" };
    const created = await api.createAiCopilot(sent);
    expect(created).toMatchObject({ ...common, ...choice });
    expect(await api.getAiCopilot(created.id)).toEqual(created);
    expect([created.createdAt, created.updatedAt, created.lastUsedAt]).toEqual([
      expect.any(Date),
      expect.any(Date),
      undefined,
    ]);
  }
});

test.for([
  ["no name", { name: undefined }],
  ["no system prompt", { systemPrompt: undefined }],
  ["no key", { providerApiKey: undefined }],
  ["a model of another provider", { providerModel: "gemini-2.5-pro" }],
  ["an unknown provider", { provider: "nobody" }],
  [
    "a negative budget",
    {
      provider: "google",
      providerModel: "gemini-2.5-pro",
      providerOptions: { google: { thinkingConfig: { thinkingBudget: -1 } } },
    },
  ],
  [
    "a negative budget of thinking",
    {
      provider: "anthropic",
      providerModel: "claude-opus-4-6",
      providerOptions: { anthropic: { thinking: { type: "enabled", budgetTokens: -1 } } },
    },
  ],
] as const)("a copilot with %s is refused, and so is such a change", async ([, change]) => {
  const sent = { ...draft, ...change } as unknown as Parameters<Liveblocks["createAiCopilot"]>[0];
  expect(await failure(api.createAiCopilot(sent))).toMatchObject({ status: 422 });
  if (Object.values(change).includes(undefined)) return;
  const { id } = await api.createAiCopilot(draft);
  const patch = change as unknown as Parameters<Liveblocks["updateAiCopilot"]>[1];
  expect(await failure(api.updateAiCopilot(id, patch))).toMatchObject({ status: 422 });
  expect(await api.getAiCopilot(id)).toMatchObject({ provider: "openai", providerModel: "gpt-5" });
});

test("copilots and knowledge sources are listed newest first, page by page", async () => {
  // The newest first: others were created by tests above.
  const copilots: string[] = [];
  for (let n = 0; n < 5; n++) copilots.unshift((await api.createAiCopilot({ ...draft, name: `Helper ${n}` })).id);
  const listedCopilots = await pagesOf((cursor) => api.getAiCopilots({ limit: 2, ...cursor }));
  expect(listedCopilots.slice(0, 5)).toEqual(copilots);
  expect(new Set(listedCopilots).size).toBe(listedCopilots.length);

  const copilotId = copilots[0]!;
  const sources: string[] = [];
  for (let n = 0; n < 5; n++)
    sources.unshift(
      (await api.createFileKnowledgeSource({ copilotId, file: new File([`words ${n}`], `${n}.txt`) })).id,
    );
  expect(await pagesOf((cursor) => api.getKnowledgeSources({ copilotId, limit: 2, ...cursor }))).toEqual(sources);
  expect(await api.getKnowledgeSource({ copilotId, knowledgeSourceId: sources[0]! })).toMatchObject({
    id: sources[0],
    file: { name: "4.txt" },
  });
});

/** The ids on all pages of a list. */
async function pagesOf(
  list: (cursor: { startingAfter?: string }) => Promise<{ data: readonly { id: string }[]; nextCursor: string | null }>,
): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { data, nextCursor } = await list(cursor === undefined ? {} : { startingAfter: cursor });
    ids.push(...data.map(({ id }) => id));
    cursor = nextCursor;
  }
  return ids;
}

test("files are read as Markdown, replaced by name, and deleted", async () => {
  const { id: copilotId } = await api.createAiCopilot(draft);
  const put = (parts: (string | Uint8Array<ArrayBuffer>)[], name: string, type: string) =>
    api.createFileKnowledgeSource({ copilotId, file: new File(parts, name, { type }) });
  const { id } = await put(["# Notes\n\nAll about the walrus."], "no tes/ä%.md", "text/markdown");
  expect(await readSource(api, copilotId, id)).toMatchObject({
    type: "ai-knowledge-file-source",
    status: "ready",
    file: { name: "no tes/ä%.md", mimeType: "text/markdown" },
    lastIndexedAt: expect.any(Date),
  });
  const source = { copilotId, knowledgeSourceId: id };
  expect(await api.getFileKnowledgeSourceMarkdown(source)).toBe("# Notes\n\nAll about the walrus.");
  expect(await put(["# Other"], "no tes/ä%.md", "")).toEqual({ id });
  const pdf = await put([makePdf(["Instructions about bicycles"])], "manual.pdf", "application/pdf");
  expect(await readSource(api, copilotId, pdf.id)).toMatchObject({ status: "ready" });
  const ofPdf = { copilotId, knowledgeSourceId: pdf.id };
  expect(await api.getFileKnowledgeSourceMarkdown(ofPdf)).toBe("Instructions about bicycles");
  expect(await failure(put([new Uint8Array(64)], "zeros.bin", ""))).toMatchObject({ status: 415 });
  expect(await failure(api.deleteWebKnowledgeSource(source))).toMatchObject(unknown);
  await api.deleteFileKnowledgeSource(source);
  expect(await failure(api.getKnowledgeSource(source))).toMatchObject(unknown);
  expect(await failure(api.getFileKnowledgeSourceMarkdown(source))).toMatchObject(unknown);
});

test("a page, a crawl within robots.txt, and a sitemap index with gzip become links", async () => {
  await using site = await openSite((url) => ({
    "/robots.txt": `User-agent: *\nDisallow: /docs/private\nSitemap: ${url}/index.xml`,
    "/docs/": page("Start", "/docs/a", "/docs/private", "/other"),
    "/docs/a": page("Walrus"),
    "/docs/private": page("Private"),
    "/other": page("Other"),
    "/index.xml": `<sitemapindex><sitemap><loc>${url}/docs.xml.gz</loc></sitemap></sitemapindex>`,
    "/docs.xml.gz": gzipSync(
      `<urlset><url><loc>${url}/docs/a</loc></url><url><loc>${url}/manual.pdf</loc></url></urlset>`,
    ),
    "/manual.pdf": makePdf(["Instructions about bicycles"]),
  }));
  const { id: copilotId } = await api.createAiCopilot(draft);
  const read = async (path: string, type: "individual_link" | "crawl" | "sitemap") => {
    const { id } = await api.createWebKnowledgeSource({ copilotId, url: site.url + path, type });
    const source = await readSource(api, copilotId, id);
    expect(source).toMatchObject({ type: "ai-knowledge-web-source", link: { url: site.url + path, type } });
    const { data } = await api.getWebKnowledgeSourceLinks({ copilotId, knowledgeSourceId: id });
    for (const link of data) expect([link.createdAt, link.lastIndexedAt]).toEqual([expect.any(Date), expect.any(Date)]);
    return { source, links: Object.fromEntries(data.map((link) => [link.url.slice(site.url.length), link.status])) };
  };
  expect(await read("/docs/a", "individual_link")).toMatchObject({
    source: { status: "ready" },
    links: { "/docs/a": "ready" },
  });
  expect((await read("/docs/", "crawl")).links).toEqual({
    "/docs/": "ready",
    "/docs/a": "ready",
    "/docs/private": "error",
  });
  const sitemap = await read("/", "sitemap");
  expect(sitemap.links).toEqual({ "/docs/a": "ready", "/manual.pdf": "ready" });
  expect((await read("/gone", "individual_link")).source).toMatchObject({
    status: "error",
    errorMessage: "The page could not be reached (404)",
  });
  expect(site.paths).not.toContain("/docs/private");
  expect(site.paths).not.toContain("/other");
  const source = { copilotId, knowledgeSourceId: sitemap.source.id };
  expect(await failure(api.deleteFileKnowledgeSource(source))).toMatchObject(unknown);
  await api.deleteWebKnowledgeSource(source);
  expect(await failure(api.getKnowledgeSource(source))).toMatchObject(unknown);
  expect((await failure(api.getWebKnowledgeSourceLinks(source))).status).toBe(404);
  await api.deleteAiCopilot(copilotId);
  expect(await failure(api.getKnowledgeSources({ copilotId }))).toMatchObject({ message: "Copilot not found" });
});

test("a server on the internet connects to no address of its own networks (S6)", async () => {
  await using site = await openSite(() => ({ "/": page("Secret") }));
  await using strict = await openLobby({ limits, outbound: "public" });
  const { id: copilotId } = await strict.api.createAiCopilot(draft);
  for (const type of ["individual_link", "crawl", "sitemap"] as const)
    for (const url of [site.url, site.url.replace("127.0.0.1", "localhost"), "http://169.254.169.254/latest/"]) {
      const { id } = await strict.api.createWebKnowledgeSource({ copilotId, url, type });
      const source = await readSource(strict.api, copilotId, id);
      // The port is refused before the host is looked up.
      expect(source).toMatchObject({ status: "error", errorMessage: "The address is not allowed" });
    }
  expect(site.connections).toBe(0);
});
