/**
 * Finds passages by what they mean, where the operator has an embedding model.
 *
 *   reading ends ─► job ─► texts of passages ─► model ─► vectors, beside the passages
 *   queries ─► model ─► the passages whose vectors are the most similar
 *
 * - A search never fails because of the model: it answers nothing, and the caller has what was found by words.
 * - Vectors of different models are not compared. With another model, each source is embedded again in the background, and
 *   is found by words meanwhile.
 * - A copilot has a bounded number of vectors, since a search reads all of them.
 */
import { limits as platformLimits } from "@weft/protocol";
import type { Limits } from "@weft/protocol";
import type { AnswerBudget, AnswerClock } from "../copilots/answer-ports.ts";
import type { Effects } from "../effects.ts";
import { JobStopped } from "../jobs/job.ts";
import type { JobHandler, RunningJob } from "../jobs/job.ts";
import type { JobRecords } from "../jobs/job-records.ts";
import type { NewJob } from "../jobs/new-job.ts";
import type {
  FoundPassage,
  KnowledgeAddress,
  KnowledgeOwner,
  KnowledgeRecords,
  PassageRecord,
} from "./knowledge-records.ts";
import type { Embeddings } from "./ports.ts";
import { normalized, similarity, toVectorBytes } from "./vector.ts";

export interface Meaning {
  /** For each query, passages from the most to the least similar; no list if there is nothing to compare, or no model. */
  search(
    owner: KnowledgeOwner,
    queries: readonly string[],
    limit: number,
  ): Promise<readonly (readonly FoundPassage[])[]>;
  /** What is written with the end of a reading. */
  effectsOf(address: KnowledgeAddress): Effects;
  /** Adds jobs for the sources that the model has not embedded: because it is another one, or a job was lost. */
  addMissing(signal: AbortSignal): Promise<void>;
  readonly handler: JobHandler;
}

export interface MeaningOptions {
  readonly embeddings: Embeddings;
  readonly records: KnowledgeRecords;
  readonly jobs: Pick<JobRecords, "add">;
  readonly budget: Pick<AnswerBudget, "isReached" | "spent">;
  readonly clock: AnswerClock;
  /** A search did without the model. */
  readonly failed: (error: unknown, owner: KnowledgeOwner) => void;
  readonly limits?: Limits;
}

/** A source is embedded for so long before others have their turn. */
const sliceMs = 15_000;
const atOnce = 2;
/** Vectors that are compared in one go: a few milliseconds. */
const comparedAtOnce = 256;
const sourcesAtOnce = 200;
const queryLength = 2_000;

export function createMeaning(options: MeaningOptions): Meaning {
  const { embeddings, records, jobs, budget, clock, failed, limits = platformLimits } = options;
  const { model } = embeddings;

  const jobOf = ({ project, copilot, source }: KnowledgeAddress): NewJob => ({
    kind: "knowledgeEmbedding",
    key: `${project} ${copilot} ${source}`,
    createdAt: clock.now(),
    payload: { project, copilot, source },
  });

  async function embedQueries(owner: KnowledgeOwner, queries: readonly string[]): Promise<readonly Float32Array[]> {
    const controller = new AbortController();
    const timer = clock.setTimer(limits.knowledgeEmbeddingTimeoutMs, () =>
      controller.abort(new Error("The embedding model did not answer in time.")),
    );
    try {
      const texts = queries.map((query) => query.slice(0, queryLength).toWellFormed());
      const { vectors, tokens } = await embeddings.embed(texts, { of: "queries", signal: controller.signal });
      budget.spent(owner.project, owner.copilot, { input: tokens, output: 0 });
      return vectors.map(normalized);
    } finally {
      timer.cancel();
    }
  }

  /** The keys of the passages that are the most similar to each query. */
  async function nearest(owner: KnowledgeOwner, queries: readonly Float32Array[], limit: number) {
    const lists = queries.map(() => new Best(limit));
    let after = 0;
    for (let read = 0; read < limits.knowledgeVectorsPerCopilot; read += comparedAtOnce) {
      const page = await records.vectors(owner, model, after, comparedAtOnce);
      for (const { key, vector } of page)
        for (const [at, query] of queries.entries()) {
          const score = similarity(query, vector);
          if (score !== undefined) lists[at]!.offer(key, score);
        }
      if (page.length < comparedAtOnce) break;
      after = page.at(-1)!.key;
    }
    return lists.map((list) => list.keys);
  }

  async function run({ payload, signal }: RunningJob): Promise<{ readonly againAt: number } | void> {
    const address = payload as unknown as KnowledgeAddress;
    const source = await records.find(address);
    // The end of its reading adds another job.
    if (source === undefined || source.status === "ingesting") return;
    const reading = { ...address, revision: source.revision };
    const until = clock.now() + sliceMs;
    let after = 0;
    for (;;) {
      if (signal.aborted) throw new JobStopped();
      if (await budget.isReached(address.project)) return { againAt: clock.now() + limits.knowledgeEmbeddingSweepMs };
      const room = limits.knowledgeVectorsPerCopilot - (await records.countVectors(address, model));
      const atMost = Math.max(0, Math.min(room, limits.knowledgeEmbeddingTexts));
      const passages = await records.passagesToEmbed(reading, model, atMost, after);
      if (passages.length === 0) {
        await records.setEmbedded(reading, model);
        return;
      }
      const { vectors, tokens } = await embeddings.embed(passages.map(textOf), { of: "passages", signal });
      budget.spent(address.project, address.copilot, { input: tokens, output: 0 });
      const rows = passages.map(({ key }, at) => ({ key, vector: toVectorBytes(vectors[at]!) }));
      if (!(await records.putVectors(reading, model, rows))) return;
      after = passages.at(-1)!.key;
      if (clock.now() >= until) return { againAt: clock.now() };
    }
  }

  return {
    async search(owner, queries, limit) {
      try {
        if (queries.length === 0 || (await records.vectors(owner, model, 0, 1)).length === 0) return [];
        if (await budget.isReached(owner.project)) return [];
        const keys = await nearest(owner, await embedQueries(owner, queries), limit);
        const passages = await records.passagesOf(owner, [...new Set(keys.flat())]);
        return keys.map((list) => list.flatMap((key) => passages.get(key) ?? []));
      } catch (error) {
        failed(error, owner);
        return [];
      }
    },
    effectsOf: (address) => ({ jobs: [jobOf(address)] }),
    async addMissing(signal) {
      for (let after: KnowledgeAddress | undefined; !signal.aborted;) {
        const found = await records.sourcesToEmbed(model, sourcesAtOnce, after);
        if (found.length > 0) await jobs.add(found.map(jobOf));
        if (found.length < sourcesAtOnce) return;
        after = found.at(-1);
      }
    },
    handler: { kind: "knowledgeEmbedding", atOnce, leaseMs: limits.knowledgeLeaseMs, run },
  };
}

/** What a passage is about is often said by the headings above it alone. */
function textOf({ title, headings, text }: PassageRecord): string {
  return [...new Set([title, ...headings]), text].join("\n");
}

/** The best of many, in a list that is shortened now and then. */
class Best {
  readonly #limit: number;
  #found: { readonly key: number; readonly score: number }[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  offer(key: number, score: number): void {
    this.#found.push({ key, score });
    if (this.#found.length >= this.#limit * 8) this.#shorten();
  }

  get keys(): readonly number[] {
    this.#shorten();
    return this.#found.map(({ key }) => key);
  }

  #shorten(): void {
    this.#found = this.#found.toSorted((one, other) => other.score - one.score).slice(0, this.#limit);
  }
}
