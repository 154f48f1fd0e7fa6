import { freePort } from "@weft/testkit/free-port";
import type { Run, Scenario, Subject } from "../scenario.ts";
import { sized, timing } from "../scenario.ts";
import { runLoad } from "../servers.ts";

/** Questions come faster than any user asks, and to one project. */
const lifted = {
  answersPerUser: 1_000,
  answersPerProject: 1_000,
  chatCommandsPerSecond: 1_000,
  chatCommandsBurst: 1_000,
};

const providerAt = (port: number) => `http://127.0.0.1:${port}/v1`;

async function createCopilot({ weft }: Subject, providerPort: number): Promise<string> {
  const { id } = (await weft.call("POST", "/v2/ai/copilots", {
    name: "Bench",
    systemPrompt: "Be brief.",
    provider: "openai-compatible",
    providerModel: "bench",
    providerApiKey: "key",
    compatibleProviderName: "Bench",
    providerBaseUrl: providerAt(providerPort),
    settings: { maxRetries: 0 },
  })) as { readonly id: string };
  return id;
}

const socketUrl = ({ server }: Subject, token: string) =>
  `ws://127.0.0.1:${server.port}/ai/v7?tok=${token}&version=3.24.2`;

const streams: Scenario = {
  name: "copilot-streams",
  title: "200 users read an answer each, of 50 deltas a second",
  reference: "copilots",
  limits: lifted,
  figures: [
    { key: "cpuEach", label: "CPU for each delta", unit: "µs", target: { of: "value", atMost: 100 } },
    { key: "p50", label: "p50 from provider to user", unit: "ms" },
    { key: "p99", label: "p99 from provider to user", unit: "ms" },
    { key: "perSecond", label: "deltas per second", unit: "/s" },
    { key: "offered", label: "offered", unit: "" },
  ],
  async measure(subject, run) {
    const providerPort = await freePort();
    const users = sized(run, { full: 200, quick: 200 });
    const copilotId = subject.kind === "weft" ? await createCopilot(subject, providerPort) : "";
    const urls: string[] = [];
    for (let n = 0; n < users; n++)
      urls.push(
        subject.kind === "weft"
          ? socketUrl(subject, await subject.token(`${run.mark}-${n}`))
          : `ws://127.0.0.1:${subject.server.port}/ai?provider=${encodeURIComponent(providerAt(providerPort))}`,
      );
    const { warmUpMs, windowMs } = timing(run);
    const { pid } = subject.server;
    const load = { pid, providerPort, copilotId, urls, hz: 50, warmUpMs, windowMs };
    const { deltas, cpuMs, p50, p99, offered } = await runLoad("streams", load);
    return { cpuEach: (cpuMs * 1_000) / deltas, p50, p99, perSecond: deltas / (windowMs / 1_000), offered };
  },
};

const ingestion: Scenario = {
  name: "copilot-ingestion",
  title: "A copilot reads the pages of a sitemap, about 8 KB each",
  reference: "copilots",
  limits: { knowledgeRequestGapMs: 1, knowledgeRequestGapMaxMs: 1 },
  figures: [
    { key: "perSecond", label: "pages per second", unit: "/s", target: { of: "value", atLeast: 20 } },
    { key: "cpuEach", label: "CPU for each page", unit: "ms" },
  ],
  async measure(subject, run) {
    const sitePort = await freePort();
    const pages = sized(run, { full: 500, quick: 200 });
    const url = `http://127.0.0.1:${sitePort}/sitemap.xml`;
    const { pid, port } = subject.server;
    const at = `http://127.0.0.1:${port}`;
    const copilotId = subject.kind === "weft" ? await createCopilot(subject, sitePort) : "";
    const begin =
      subject.kind === "weft"
        ? {
            url: `${at}/v2/ai/copilots/${copilotId}/knowledge/web`,
            headers: subject.weft.headers,
            body: { copilotId, url, type: "sitemap" },
          }
        : { url: `${at}/web`, headers: {}, body: { url } };
    const { cpuMs, wallMs } = await runLoad("site", { pid, sitePort, pages, begin, done: '"status":"ready"' });
    return { perSecond: pages / (wallMs / 1_000), cpuEach: cpuMs / pages };
  },
};

const retrieval: Scenario = {
  name: "copilot-retrieval",
  title: "A model searches what its copilot knows, among 1,000 passages and among 100,000",
  limits: lifted,
  figures: [
    { key: "p50Few", label: "p50 among few", unit: "ms" },
    { key: "p99Few", label: "p99 among few", unit: "ms" },
    { key: "p50Many", label: "p50 among many", unit: "ms" },
    { key: "p99Many", label: "p99 among many", unit: "ms", target: { of: "value", atMost: 200 } },
    { key: "many", label: "many", unit: "passages" },
  ],
  async measure(subject, run: Run) {
    const providerPort = await freePort();
    const [few, many] = [1_000, sized(run, { full: 100_000, quick: 20_000 })];
    const copilots = {
      few: await createCopilot(subject, providerPort),
      many: await createCopilot(subject, providerPort),
    };
    await subject.server.whileStopped(async (data) => {
      await runLoad("passages", { data, seed: { copilot: copilots.few, passages: few } });
      await runLoad("passages", { data, seed: { copilot: copilots.many, passages: many } });
    });
    const warmUp = 5;
    const queries = Array.from({ length: sized(run, { full: 100, quick: 30 }) + warmUp }, (_, n) => queryOf(n));
    const url = socketUrl(subject, await subject.token(run.mark));
    const found = await runLoad("retrieval", { providerPort, url, copilots, queries, warmUp });
    return {
      p50Few: found["few"]!.p50,
      p99Few: found["few"]!.p99,
      p50Many: found["many"]!.p50,
      p99Many: found["many"]!.p99,
      many,
    };
  },
};

/** Three words, as the passages of the seed have them: one that is common, one in a hundred, and one in a few. */
function queryOf(n: number): string {
  return `How does word${n % 40} relate to word${100 + ((n * 37) % 1_000)} and word${2_000 + ((n * 61) % 8_000)}?`;
}

export const copilotScenarios: readonly Scenario[] = [streams, ingestion, retrieval];
