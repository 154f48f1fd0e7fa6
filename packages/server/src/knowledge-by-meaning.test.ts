/** Knowledge with an embedding model: files, jobs and searches over a provider on the loopback interface. */
import { createCursors, createKnowledge, createMeaning, passagesOf } from "@weft/collab";
import type { Copilots, KnowledgeOwner, TextExtractor } from "@weft/collab";
import { newCopilot } from "@weft/collab/suites/copilot-records.suite.ts";
import { newProject } from "@weft/collab/suites/webhook-records.suite.ts";
import { limits as platformLimits } from "@weft/protocol";
import type { CopilotId, Limits, ProjectId } from "@weft/protocol";
import { openStore } from "@weft/store";
import { embeddingTokens, openAiProvider } from "@weft/testkit/ai-provider";
import { pino } from "pino";
import { expect, test } from "vitest";
import { systemClock } from "./clock.ts";
import { runDueJobs } from "./jobs/job-runner.ts";
import { createEmbeddings } from "./models/embeddings.ts";
import { choiceOf } from "./testing/provider-models.ts";

const owner: KnowledgeOwner = { project: "p" as ProjectId, copilot: "co_1" as CopilotId };
const other: KnowledgeOwner = { ...owner, copilot: "co_2" as CopilotId };

/** Files are Markdown as they are. */
const extractor = {
  kindOf: async () => "markdown",
  read: async (bytes: Uint8Array, { title = "" }: { readonly title?: string }) => ({
    kind: "read",
    title: "",
    markdown: Buffer.from(bytes).toString(),
    passages: passagesOf({ markdown: Buffer.from(bytes).toString(), title }),
    links: [],
    noIndex: false,
  }),
} as unknown as TextExtractor;

/** A model that knows what these words mean, and gives everything else a direction of its own. */
const subjects = [/dog|hound|puppy/i, /car|automobile|vehicle/i, /rain|drizzle|wet weather/i];
const vectorOf = (text: string) => [...subjects.map((words) => (words.test(text) ? 1 : 0)), 0.1];

interface Options {
  readonly limits?: Partial<Limits>;
}

async function open({ limits: changed }: Options = {}) {
  await using stack = new AsyncDisposableStack();
  const provider = stack.use(await openAiProvider());
  provider.embed = (texts) => texts.map(vectorOf);
  const store = stack.use(await openStore("sqlite::memory:"));
  await store.projects.insertProject(newProject(owner.project));
  for (const { project, copilot } of [owner, other]) await store.copilots.insert(project, newCopilot(copilot), 9);
  const limits = { ...platformLimits, jobRetryMs: 0, ...changed };
  const here = { spent: [] as unknown[], isReached: false, failures: [] as unknown[], now: Date.now() };
  let ids = 0;
  /** As a server that was started with this embedding model; undefined: without one. */
  const start = (model: string | undefined) => {
    const meaning =
      model === undefined
        ? undefined
        : createMeaning({
            embeddings: createEmbeddings(choiceOf(provider, "openai-compatible", { name: model }), {
              urls: {},
              limits,
            }),
            records: store.knowledge,
            jobs: store.jobs,
            budget: {
              isReached: async () => here.isReached,
              spent: (...all) => void here.spent.push(all),
            },
            clock: { ...systemClock, now: () => here.now },
            failed: (error) => void here.failures.push(error),
            limits,
          });
    const knowledge = createKnowledge({
      records: store.knowledge,
      copilots: { get: (project, id) => store.copilots.find(project, id) } as Pick<Copilots, "get">,
      extractor,
      send: async () => ({ kind: "refused", message: "" }),
      meaning,
      cursors: createCursors(Buffer.alloc(32, 1)),
      randomId: () => `${++ids}`,
      now: () => here.now,
      pause: async () => {},
      limits,
    });
    const runner = { records: store.jobs, clock: { ...systemClock, now: () => here.now }, limits };
    const { signal } = new AbortController();
    return {
      knowledge,
      addMissing: () => meaning!.addMissing(signal),
      /** Does what is due of the kinds of jobs, in the order in which they cause each other. */
      async work(only?: string) {
        for (const handler of knowledge.handlers)
          if (only === undefined || handler.kind === only)
            await runDueJobs(handler, { ...runner, log: pino({ enabled: false }) }, signal);
      },
      put: (name: string, text: string, of = owner) => knowledge.putFile(of, { name, bytes: Buffer.from(text) }),
      find: async (query: string, of = owner) =>
        (await knowledge.search(of.project, of.copilot, [query])).map(({ title }) => title),
    };
  };
  const held = stack.move();
  return Object.assign(here, { provider, store, start, [Symbol.asyncDispose]: () => held.disposeAsync() });
}

const files = { "dogs.md": "A dog sleeps.", "cars.md": "A car needs oil.", "rain.md": "Rain fills the barrel." };

async function withFiles(options?: Options) {
  const here = await open(options);
  const server = here.start("small");
  for (const [name, text] of Object.entries(files)) await server.put(name, text);
  await server.work();
  return Object.assign(here, { server });
}

test("[KN10] passages are found by what they mean, in words that they do not hold", async () => {
  await using here = await withFiles();
  expect((await here.server.find("hound"))[0]).toBe("dogs.md");
  expect((await here.server.find("automobile vehicle"))[0]).toBe("cars.md");
  // One text for each passage, with what it is about.
  expect(here.provider.embedded.slice(0, 3).flat().toSorted()).toEqual([
    "cars.md\nA car needs oil.",
    "dogs.md\nA dog sleeps.",
    "rain.md\nRain fills the barrel.",
  ]);
  expect(here.spent).toContainEqual([owner.project, owner.copilot, { input: embeddingTokens, output: 0 }]);
  expect(await here.server.find("hound", other)).toEqual([]);
});

test("[KN10] what words find and what meaning finds are fused: a passage of both lists comes first", async () => {
  await using here = await withFiles();
  await here.server.put("other.md", "The barrel is old.");
  await here.server.work();
  expect((await here.server.find("drizzle barrel"))[0]).toBe("rain.md");
});

test("[KN10] a search without an answer of the embedding model finds by words, and says why", async () => {
  await using here = await withFiles({ limits: { knowledgeEmbeddingTimeoutMs: 20 } });
  for (const answer of [{ fault: "overloaded" }, "silence", [[1, 2, 3, 4], [0]]] as const) {
    here.provider.embed = () => answer;
    expect(await here.server.find("barrel")).toEqual(["rain.md"]);
    expect(await here.server.find("hound")).toEqual([]);
  }
  expect(here.failures).toHaveLength(6);
});

test("[KN10] passages that could not be embedded are embedded later, and found by words meanwhile", async () => {
  await using here = await open({ limits: { jobRetryMs: 60_000 } });
  const server = here.start("small");
  here.provider.embed = () => ({ fault: "rate" });
  await server.put("dogs.md", files["dogs.md"]);
  await server.work();
  expect([await server.find("dog"), await server.find("hound")]).toEqual([["dogs.md"], []]);
  here.provider.embed = (texts) => texts.map(vectorOf);
  here.now += 60_000;
  await server.work("knowledgeEmbedding");
  expect(await server.find("hound")).toEqual(["dogs.md"]);
});

test("[KN10] with another model everything is embedded again, and nothing is compared with vectors of the old one", async () => {
  await using here = await withFiles();
  const larger = here.start("large");
  const asked = here.provider.embedded.length;
  expect(await larger.find("hound")).toEqual([]);
  // Without a vector of its own there is nothing to ask the model for.
  expect(here.provider.embedded).toHaveLength(asked);
  await larger.addMissing();
  await larger.work();
  expect((await larger.find("hound"))[0]).toBe("dogs.md");
  const again = here.provider.embedded.length;
  await larger.addMissing();
  await larger.work();
  expect(here.provider.embedded).toHaveLength(again);
});

test("[KN10] knowledge from before there was a model is embedded, and a server without one searches by words", async () => {
  await using here = await open();
  const before = here.start(undefined);
  await before.put("dogs.md", files["dogs.md"]);
  await before.work();
  expect([await before.find("dog"), await before.find("hound")]).toEqual([["dogs.md"], []]);
  const after = here.start("small");
  await after.addMissing();
  await after.work();
  expect(await after.find("hound")).toEqual(["dogs.md"]);
  expect(await before.find("hound")).toEqual([]);
});

test("[KN10] a file that is replaced is found by its new meaning, and a deleted one no more", async () => {
  await using here = await withFiles();
  const source = await here.server.put("dogs.md", "A car for the city.");
  await here.server.work();
  const found = async (query: string) =>
    (await here.server.knowledge.search(owner.project, owner.copilot, [query])).map(({ text }) => text);
  expect((await found("automobile")).slice(0, 2).toSorted()).toEqual(["A car for the city.", "A car needs oil."]);
  expect(await found("hound")).not.toContain("A dog sleeps.");
  await here.server.knowledge.deleteFile({ ...owner, source });
  expect(await found("automobile")).not.toContain("A car for the city.");
  await here.server.work();
  expect(await here.store.knowledge.countVectors(owner, "openai-compatible/small")).toBe(2);
});

test("[KN10] a copilot has a bounded number of vectors; its other passages are found by words", async () => {
  await using here = await withFiles({ limits: { knowledgeVectorsPerCopilot: 2 } });
  expect(await here.store.knowledge.countVectors(owner, "openai-compatible/small")).toBe(2);
  expect(await here.server.find("barrel")).toContain("rain.md");
  expect(await here.store.knowledge.sourcesToEmbed("openai-compatible/small", 9)).toEqual([]);
});

test("[KN10] many passages are embedded a few at a time", async () => {
  await using here = await open({ limits: { knowledgeEmbeddingTexts: 4, knowledgePassageLength: 100 } });
  const server = here.start("small");
  await server.put("all.md", Array.from({ length: 10 }, (_, n) => `## Dog ${n}\n\nA dog of number ${n}.`).join("\n\n"));
  await server.work();
  expect(here.provider.embedded.map(({ length }) => length)).toEqual([4, 4, 2]);
});

test("[KN10] a project that has used its tokens embeds nothing until it may again", async () => {
  await using here = await open();
  const server = here.start("small");
  here.isReached = true;
  await server.put("dogs.md", files["dogs.md"]);
  await server.work();
  expect([here.provider.embedded, await server.find("hound")]).toEqual([[], []]);
  here.isReached = false;
  here.now += platformLimits.knowledgeEmbeddingSweepMs;
  await server.work("knowledgeEmbedding");
  expect(await server.find("hound")).toEqual(["dogs.md"]);
});
