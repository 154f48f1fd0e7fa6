import { once } from "node:events";
import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { defaultModel, openAiProvider } from "@weft/testkit/ai-provider";
import { expect, test } from "vitest";
import { openMortalServer } from "./support/mortal-server.ts";
import { report } from "./support/report.ts";
import { call } from "./support/rest.ts";
import { queryRows } from "./support/rows.ts";
import { until } from "./support/until.ts";

const pages = 12;
/** Each of these pages is requested, and the server is killed before the response. */
const fatal = ["/3", "/7", "/11"];
const subjects = Array.from({ length: pages }, (_, n) => `subject${String.fromCodePoint(97 + n)}`);

/** A site whose sitemap lists all of its pages; a page that is held is answered by no one. */
async function openSite() {
  const asked: string[] = [];
  const held = new Set<string>();
  const server = createServer((request, response: ServerResponse) => {
    const path = request.url!;
    asked.push(path);
    if (held.has(path)) return;
    if (path === "/sitemap.xml") {
      const urls = subjects.map((_, n) => `<url><loc>${url}/${n}</loc></url>`).join("");
      response.end(`<urlset>${urls}</urlset>`);
      return;
    }
    const subject = subjects[Number(path.slice(1))];
    if (subject === undefined) response.writeHead(404).end();
    else
      response
        .writeHead(200, { "content-type": "text/html" })
        .end(`<!doctype html><title>${subject}</title><main><h1>${subject}</h1><p>All about ${subject}.</p></main>`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    asked,
    held,
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

test("R26 [KN3] [KN10] kills while sources are read and embedded leave each page there once, whole, with its vector", async () => {
  await using site = await openSite();
  await using provider = await openAiProvider();
  await using server = await openMortalServer(() => ({
    env: { ...defaultModel(provider), WEFT_AI_EMBEDDING_MODEL: "small", WEFT_OUTBOUND: "any" },
    limits: {
      knowledgeRequestGapMs: 1,
      knowledgeRequestGapMaxMs: 1,
      knowledgeLeaseMs: 3_000,
      jobPollMs: 100,
      jobRetryMs: 100,
      knowledgePagesAtOnce: 1,
      knowledgeEmbeddingTexts: 4,
    },
  }));
  const { body } = await call(server, "POST", "/v2/ai/copilots", {
    name: "Helper",
    systemPrompt: "Help.",
    provider: "openai",
    providerModel: "gpt-5",
    providerApiKey: "sk-test",
  });
  const copilot = (body as { readonly id: string }).id;
  const sources = `/v2/ai/copilots/${copilot}/knowledge`;

  for (const path of fatal) site.held.add(path);
  const added = await call(server, "POST", `${sources}/web`, {
    copilotId: copilot,
    url: `${site.url}/sitemap.xml`,
    type: "sitemap",
  });
  expect(added.status).toBe(200);
  const { id } = added.body as { readonly id: string };
  let kills = 0;
  const killAndRestart = async () => {
    await server.process.kill();
    kills++;
    await server.restart();
  };
  // Whichever is requested first: pages are read in no particular order.
  while (site.held.size > 0) {
    const reached = () => [...site.held].find((path) => site.asked.includes(path));
    await until(`the request of one of ${[...site.held].join(", ")}`, () => reached() !== undefined);
    site.held.delete(reached()!);
    await killAndRestart();
  }
  // And once more, while its passages are embedded.
  provider.embed = () => "silence";
  await until("the request of vectors", () => provider.embedded.length > 0);
  const status = async () => (await call(server, "GET", `${sources}/${id}`)).body as { readonly status: string };
  expect(await status()).toMatchObject({ status: "ready" });
  provider.embed = (texts) => texts.map(() => [1, 2, 3]);
  await killAndRestart();

  const count = async (sql: string) => Number(Object.values((await queryRows(server.data, sql))[0]!)[0]);
  await until("the vectors", async () => (await count("select count(*) from knowledge_vectors")) === pages);
  await until(
    "the end",
    async () => (await count("select count(*) from jobs where kind = 'knowledgeEmbedding'")) === 0,
  );
  const links = (await call(server, "GET", `${sources}/web/${id}/links?limit=50`)).body as {
    readonly data: readonly { readonly url: string; readonly status: string }[];
  };
  expect(links.data.map(({ url, status: of }) => `${new URL(url).pathname} ${of}`).toSorted()).toEqual(
    subjects.map((_, n) => `/${n} ready`).toSorted(),
  );
  const passages = await queryRows(server.data, "select title, content from knowledge_passages order by title");
  expect(passages).toHaveLength(pages);
  expect(passages.map(({ title }) => title)).toEqual(subjects);
  for (const { title, content } of passages) expect(content).toContain(`All about ${String(title)}.`);
  // Only pages that a kill has cut off were asked for again.
  const again = subjects.map((_, n) => site.asked.filter((path) => path === `/${n}`).length);
  expect(again.map((times, n) => times <= 1 + Number(fatal.includes(`/${n}`)))).not.toContain(false);
  report("R26", { kills, pages: passages.length });
});

test("[JB6] a source that was being read at two server crashes is not read again, and reports this", async () => {
  await using site = await openSite();
  await using provider = await openAiProvider();
  await using server = await openMortalServer(() => ({
    env: { ...defaultModel(provider), WEFT_OUTBOUND: "any", WEFT_METRICS_TOKEN: "metrics-token-of-this-test" },
    limits: { knowledgeRequestGapMs: 1, knowledgeLeaseMs: 1_000, jobPollMs: 100, jobRetryMs: 100 },
  }));
  const { body } = await call(server, "POST", "/v2/ai/copilots", {
    name: "Helper",
    systemPrompt: "Help.",
    provider: "openai",
    providerModel: "gpt-5",
    providerApiKey: "sk-test",
  });
  const copilot = (body as { readonly id: string }).id;
  const sources = `/v2/ai/copilots/${copilot}/knowledge`;
  site.held.add("/1");
  const addressed = { copilotId: copilot, url: `${site.url}/1`, type: "individual_link" };
  const { id } = (await call(server, "POST", `${sources}/web`, addressed)).body as { readonly id: string };
  const asked = () => site.asked.filter((path) => path === "/1").length;
  for (let death = 1; death <= 2; death++) {
    await until(`the request number ${death} of the page`, () => asked() === death);
    await server.process.kill();
    await server.restart();
  }

  const source = async () => (await call(server, "GET", `${sources}/${id}`)).body as { readonly status: string };
  await until("the source that is given up", async () => (await source()).status !== "ingesting");
  expect(await source()).toMatchObject({ status: "error" });
  expect(asked()).toBe(2);
  const [job] = await queryRows(server.data, "select state, deaths, failure from jobs where kind = 'knowledge'");
  expect(job).toEqual({
    state: "parked",
    deaths: 2,
    failure: "The server stopped 2 times while it ran this job.",
  });
  const metrics = await fetch(`${server.url}/metrics`, {
    headers: { authorization: "Bearer metrics-token-of-this-test" },
  });
  expect(await metrics.text()).toContain('weft_jobs_parked_total{kind="knowledge"} 1');
  // Other sources are read meanwhile, and after it.
  const other = await call(server, "POST", `${sources}/web`, { ...addressed, url: `${site.url}/2` });
  const otherId = (other.body as { readonly id: string }).id;
  await until("the other source", async () => {
    const { body: found } = await call(server, "GET", `${sources}/${otherId}`);
    return (found as { readonly status: string }).status === "ready";
  });
});
