/**
 * What copilots know: web pages and files, in passages that are found by their words.
 *
 *   REST ─► source, and a job ─► pages, files ─► text ─► passages ─► search ◄─ answers
 *
 * - A source is read in the background, a slice of time after another. A process that dies leaves the rest to the next.
 * - Whatever a reading writes is written only while its source exists and was not replaced.
 * - The passages of a deleted source are found no more at once; their rows are deleted in small groups.
 */
import { limits as platformLimits, WeftError } from "@weft/protocol";
import type { CopilotId, KnowledgeSourceId, Limits, ProjectId, WebKnowledgeType } from "@weft/protocol";
import type { Copilots } from "../copilots/copilots.ts";
import type { Cursors } from "../cursor.ts";
import { createdFrom, creationKey, keysetPage } from "../keyset-page.ts";
import type { Effects } from "../effects.ts";
import { conflict, retryOnConflict } from "../retry-on-conflict.ts";
import { JobStopped } from "../jobs/job.ts";
import type { JobHandler, RunningJob } from "../jobs/job.ts";
import { findPassages, rankPassages } from "./find-passages.ts";
import type { ScoredPassage } from "./find-passages.ts";
import type {
  KnowledgeAddress,
  KnowledgeLinkRecord,
  KnowledgeOwner,
  KnowledgeRecords,
  KnowledgeSlice,
  KnowledgeSourceRecord,
} from "./knowledge-records.ts";
import type { KnowledgeSearch } from "./knowledge-search.ts";
import type { Meaning } from "./meaning.ts";
import type { SendPageRequest, TextExtractor } from "./ports.ts";
import { readFile, unreadAgain } from "./read-file.ts";
import { WebReader } from "./read-web.ts";
import { createExtractorTurns } from "./extractor-turns.ts";
import type { ExtractorOf } from "./extractor-turns.ts";
import { createSites } from "./site-rules.ts";
import type { Sites } from "./site-rules.ts";
import { addMissingTerms, dropAll } from "./write-passages.ts";

interface PageSearch {
  readonly limit: number;
  readonly startingAfter?: string;
}

interface PageOf<T> {
  readonly data: readonly T[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** Every call rejects with RESOURCE_NOT_FOUND if the copilot or the source does not exist. */
export interface Knowledge extends KnowledgeSearch {
  /** Newest first. UNPROCESSABLE_ENTITY for a cursor of anything else. */
  list(owner: KnowledgeOwner, search: PageSearch): Promise<PageOf<KnowledgeSourceRecord>>;
  get(address: KnowledgeAddress): Promise<KnowledgeSourceRecord>;
  /** How many sources each copilot of a project has. Those without any are left out. */
  counts(project: ProjectId): Promise<ReadonlyMap<CopilotId, number>>;
  /** PROJECT_FULL. */
  addWeb(
    owner: KnowledgeOwner,
    web: { readonly url: string; readonly type: WebKnowledgeType },
  ): Promise<KnowledgeSourceId>;
  /** A file of the same name is replaced under its id. UNSUPPORTED_MEDIA_TYPE; PROJECT_FULL. */
  putFile(owner: KnowledgeOwner, file: KnowledgeFile): Promise<KnowledgeSourceId>;
  /**
   * Reads a source again, unless it is being read. `admit` may refuse by throwing. UNPROCESSABLE_ENTITY for a file that could
   * not be read: it is not stored.
   */
  reindex(address: KnowledgeAddress, admit?: () => void): Promise<void>;
  /** What was read of a file, as Markdown; empty before. */
  fileText(address: KnowledgeAddress): Promise<string>;
  deleteWeb(address: KnowledgeAddress): Promise<void>;
  deleteFile(address: KnowledgeAddress): Promise<void>;
  /** Pages of a web source, newest first. UNPROCESSABLE_ENTITY for a cursor of anything else. */
  links(address: KnowledgeAddress, search: PageSearch): Promise<PageOf<KnowledgeLinkRecord>>;
  /** The passages that a search for this query finds, the best first, with their sources and scores. */
  rank(owner: KnowledgeOwner, query: string): Promise<readonly ScoredPassage[]>;
  /** Indexes the passages that earlier releases have written. What the signal stops is left to the next call. */
  addMissingTerms(signal: AbortSignal): Promise<void>;
  /** Read sources, and delete what deleted ones have left. */
  readonly handlers: readonly JobHandler[];
}

export interface KnowledgeFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** As the caller has named it. */
  readonly type?: string;
}

export interface KnowledgeOptions {
  readonly records: KnowledgeRecords;
  readonly copilots: Pick<Copilots, "get">;
  readonly extractor: TextExtractor;
  readonly send: SendPageRequest;
  readonly cursors: Cursors;
  readonly randomId: () => string;
  readonly now: () => number;
  /** Rejects when the signal aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Without it, knowledge is searched by words alone. */
  readonly meaning?: Meaning | undefined;
  readonly limits?: Limits;
}

export function createKnowledge(options: KnowledgeOptions): Knowledge {
  return new StoredKnowledge(options);
}

/** The jobs that delete what a copilot knew, written with its deletion. */
export function deletionOfKnowledge(project: ProjectId, copilot: CopilotId, createdAt: number): Effects {
  const payload = { project, copilot };
  return { jobs: [{ kind: "knowledgeDeletion", key: `${project} ${copilot}`, createdAt, payload }] };
}

/** The type without its parameters, except for an encoding other than UTF-8, by which the file is read later. */
function storedType(type = ""): string {
  const essence = type.split(";", 1)[0]!.trim() || "application/octet-stream";
  const charset = /;\s{0,9}charset\s{0,9}=\s{0,9}"?([\w.:-]{1,40})/i.exec(type)?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset) ? essence : `${essence}; charset=${charset}`;
}

/** What a job says of the reading that it is for. */
type ReadingJob = KnowledgeAddress & {
  /** Only if another reading has a job of its own. */
  readonly revision?: number;
};

/** A source is read for so long before others have their turn. */
const sliceMs = 15_000;
/** A source that could not be stored so often is left as it is. */
const tries = 20;

class StoredKnowledge implements Knowledge {
  readonly #options: KnowledgeOptions;
  readonly #limits: Limits;
  readonly #sites: Sites;
  readonly #extractorOf: ExtractorOf;
  readonly handlers: readonly JobHandler[];

  constructor(options: KnowledgeOptions) {
    this.#options = options;
    this.#limits = options.limits ?? platformLimits;
    this.#sites = createSites({ ...options, limits: this.#limits });
    this.#extractorOf = createExtractorTurns(options.extractor);
    const leaseMs = this.#limits.knowledgeLeaseMs;
    this.handlers = [
      // Earlier releases read a file only where its bytes are stored: work of another kind waits for a later one.
      ...(["knowledge", "knowledgeReindex"] as const).map((kind): JobHandler => ({
        kind,
        atOnce: this.#limits.knowledgeSourcesAtOnce,
        atOncePerProject: this.#limits.knowledgeSourcesAtOncePerProject,
        leaseMs,
        tries,
        run: (job) => this.#read(job),
        parked: (job) => this.#parked(job),
      })),
      { kind: "knowledgeDeletion", leaseMs, run: (job) => this.#deleteRest(job) },
      ...(options.meaning === undefined ? [] : [options.meaning.handler]),
    ];
  }

  async list(owner: KnowledgeOwner, search: PageSearch): Promise<PageOf<KnowledgeSourceRecord>> {
    await this.#requireCopilot(owner);
    const list = `knowledge ${owner.copilot}`;
    return this.#page(owner, list, search, (slice) => this.#options.records.list(owner, slice));
  }

  counts(project: ProjectId): Promise<ReadonlyMap<CopilotId, number>> {
    return this.#options.records.counts(project);
  }

  async get(address: KnowledgeAddress): Promise<KnowledgeSourceRecord> {
    await this.#requireCopilot(address);
    const source = await this.#options.records.find(address);
    if (source === undefined) throw new WeftError("RESOURCE_NOT_FOUND", { message: "Knowledge source not found" });
    return source;
  }

  async addWeb(owner: KnowledgeOwner, web: { readonly url: string; readonly type: WebKnowledgeType }) {
    await this.#requireCopilot(owner);
    const source = this.#newSource({ kind: "web", ...web });
    const { records } = this.#options;
    const bounds = { most: this.#limits.knowledgeSourcesPerCopilot };
    if (!(await records.insert(owner, source, bounds, this.#reading(owner, source.id)))) {
      await this.#requireCopilot(owner);
      throw this.#full();
    }
    return source.id;
  }

  async putFile(owner: KnowledgeOwner, { name, bytes, type }: KnowledgeFile): Promise<KnowledgeSourceId> {
    const { records, extractor, now } = this.#options;
    await this.#requireCopilot(owner);
    if ((await extractor.kindOf(bytes, { name, type })) === undefined)
      throw new WeftError("UNSUPPORTED_MEDIA_TYPE", {
        message: "Files of this kind cannot be read.",
        suggestion: "Send text, Markdown, HTML, a PDF or a Word document (.docx).",
      });
    const mimeType = storedType(type);
    return retryOnConflict(async () => {
      const before = await records.findFile(owner, name);
      if (before === undefined) {
        const source = this.#newSource({ kind: "file", name, mimeType });
        const bounds = { most: this.#limits.knowledgeSourcesPerCopilot, bytes };
        if (await records.insert(owner, source, bounds, this.#reading(owner, source.id))) return source.id;
        await this.#requireCopilot(owner);
        if ((await records.count(owner)) >= this.#limits.knowledgeSourcesPerCopilot) throw this.#full();
        return conflict;
      }
      const reading = { ...owner, source: before.id, revision: before.revision };
      const file = { mimeType, bytes, now: Math.max(now(), before.updatedAt) };
      return (await records.replaceFile(reading, file, this.#reading(owner, before.id))) ? before.id : conflict;
    });
  }

  async reindex(address: KnowledgeAddress, admit: () => void = () => {}): Promise<void> {
    const { records, now } = this.#options;
    await retryOnConflict(async () => {
      const { status, origin, revision, updatedAt } = await this.get(address);
      if (status === "ingesting") return undefined;
      if (origin.kind === "file" && status === "error")
        throw new WeftError("UNPROCESSABLE_ENTITY", { message: `${unreadAgain}.` });
      admit();
      const { project, copilot, source } = address;
      const payload = { project, copilot, source, revision: revision + 1 };
      const key = `${project} ${copilot} ${source}`;
      const effects: Effects = { jobs: [{ kind: "knowledgeReindex", key, createdAt: now(), payload }] };
      const at = Math.max(now(), updatedAt);
      return (await records.readAgain({ ...address, revision }, at, effects)) ? undefined : conflict;
    });
  }

  async fileText(address: KnowledgeAddress): Promise<string> {
    await this.#getOf(address, "file");
    return this.#options.records.fileText(address);
  }

  deleteWeb(address: KnowledgeAddress): Promise<void> {
    return this.#delete(address, "web");
  }

  deleteFile(address: KnowledgeAddress): Promise<void> {
    return this.#delete(address, "file");
  }

  async links(address: KnowledgeAddress, search: PageSearch): Promise<PageOf<KnowledgeLinkRecord>> {
    await this.#getOf(address, "web");
    const list = `links ${address.copilot} ${address.source}`;
    return this.#page(address, list, search, (slice) => this.#options.records.links(address, slice));
  }

  knows(project: ProjectId, copilot: CopilotId): Promise<boolean> {
    return this.#options.records.knows({ project, copilot });
  }

  search(project: ProjectId, copilot: CopilotId, queries: readonly string[]) {
    return findPassages(this.#options, { project, copilot }, queries, this.#limits);
  }

  async rank(owner: KnowledgeOwner, query: string): Promise<readonly ScoredPassage[]> {
    await this.#requireCopilot(owner);
    return rankPassages(this.#options, owner, [query], this.#limits);
  }

  addMissingTerms(signal: AbortSignal): Promise<void> {
    return addMissingTerms(this.#options.records, signal);
  }

  async #requireCopilot({ project, copilot }: KnowledgeOwner): Promise<void> {
    await this.#options.copilots.get(project, copilot);
  }

  async #getOf(address: KnowledgeAddress, kind: "web" | "file"): Promise<KnowledgeSourceRecord> {
    const source = await this.get(address);
    if (source.origin.kind !== kind)
      throw new WeftError("RESOURCE_NOT_FOUND", { message: "Knowledge source not found" });
    return source;
  }

  async #delete(address: KnowledgeAddress, kind: "web" | "file"): Promise<void> {
    await this.#getOf(address, kind);
    if (!(await this.#options.records.delete(address, kind, this.#deletion(address))))
      throw new WeftError("RESOURCE_NOT_FOUND", { message: "Knowledge source not found" });
  }

  async #page<T extends { readonly createdAt: number; readonly id: string }>(
    { project }: KnowledgeOwner,
    list: string,
    { limit, startingAfter }: PageSearch,
    read: (slice: KnowledgeSlice) => Promise<readonly T[]>,
  ): Promise<PageOf<T>> {
    const { items, nextCursor } = await keysetPage({
      cursors: this.#options.cursors,
      scope: { project, list },
      limit,
      cursor: startingAfter,
      read: (most, key) => read({ limit: most, after: createdFrom(key) }),
      keyOf: creationKey,
    });
    return { data: items, nextCursor };
  }

  #newSource(origin: KnowledgeSourceRecord["origin"]): KnowledgeSourceRecord {
    const at = this.#options.now();
    const id = `ks_${this.#options.randomId()}` as KnowledgeSourceId;
    return { id, origin, status: "ingesting", createdAt: at, updatedAt: at, revision: 1 };
  }

  #full(): WeftError {
    return new WeftError("PROJECT_FULL", {
      message: `The copilot has ${this.#limits.knowledgeSourcesPerCopilot} knowledge sources, its limit.`,
      suggestion: "Delete sources that are no longer needed.",
    });
  }

  #reading({ project, copilot }: KnowledgeOwner, source: KnowledgeSourceId): Effects {
    const payload = { project, copilot, source };
    const key = `${project} ${copilot} ${source}`;
    return { jobs: [{ kind: "knowledge", key, createdAt: this.#options.now(), payload }] };
  }

  #deletion({ project, copilot, source }: KnowledgeAddress): Effects {
    const payload = { project, copilot, source };
    const key = `${project} ${copilot} ${source}`;
    return { jobs: [{ kind: "knowledgeDeletion", key, createdAt: this.#options.now(), payload }] };
  }

  async #parked({ payload }: Pick<RunningJob, "payload">): Promise<void> {
    const { records, now } = this.#options;
    const { revision, ...address } = payload as unknown as ReadingJob;
    const source = await records.find(address);
    if (source?.status !== "ingesting" || (revision ?? source.revision) !== source.revision) return;
    const error = "Reading the source stopped the server several times, so it is not read again";
    await records.settle({ ...address, revision: source.revision }, { status: "error", error, indexedAt: now() });
  }

  async #read(job: RunningJob): Promise<{ readonly againAt: number } | void> {
    const { payload, signal, isLastTry } = job;
    const { records, now } = this.#options;
    const { revision, ...address } = payload as unknown as ReadingJob;
    const source = await records.find(address);
    // A file that was replaced since then has a job of its own.
    if (source?.status !== "ingesting" || (revision ?? source.revision) !== source.revision) return;
    const reading = { ...address, revision: source.revision };
    try {
      const options = { ...this.#options, extractor: this.#extractorOf(address.project), limits: this.#limits };
      if (source.origin.kind === "file") await readFile(options, reading, source);
      else if (!(await new WebReader({ ...options, sites: this.#sites }).read(reading, source, now() + sliceMs, job))) {
        if (signal.aborted) throw new JobStopped();
        return { againAt: now() };
      }
    } catch (error) {
      if (signal.aborted) throw new JobStopped();
      if (isLastTry)
        await records.settle(reading, { status: "error", error: "The source could not be read", indexedAt: now() });
      throw error;
    }
  }

  async #deleteRest({ payload, signal }: RunningJob): Promise<void> {
    const { records } = this.#options;
    const { source, ...owner } = payload as unknown as KnowledgeOwner & { readonly source?: KnowledgeSourceId };
    const left = source === undefined ? await records.some(owner, 1) : [];
    for (let [next] = left; next !== undefined; [next] = await records.some(owner, 1)) {
      if (signal.aborted) throw new JobStopped();
      const address = { ...owner, source: next.id };
      // With a job of its own for the rest: this one may be stopped.
      await records.delete(address, next.origin.kind, this.#deletion(address));
    }
    if (source === undefined) return;
    await dropAll(records, { ...owner, source }, "all");
    await records.dropLinks({ ...owner, source });
  }
}
