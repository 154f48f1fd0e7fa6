import type { CopilotId, KnowledgeSourceId, KnowledgeStatus, ProjectId, WebKnowledgeType } from "@weft/protocol";
import type { Effects } from "../effects.ts";

/** A copilot, whose knowledge it is. */
export interface KnowledgeOwner {
  readonly project: ProjectId;
  readonly copilot: CopilotId;
}

export interface KnowledgeAddress extends KnowledgeOwner {
  readonly source: KnowledgeSourceId;
}

/** One reading of a source. A file that is replaced has a new one, and what the earlier reading still writes is dropped. */
export interface KnowledgeReading extends KnowledgeAddress {
  readonly revision: number;
}

export type KnowledgeOrigin =
  | { readonly kind: "web"; readonly url: string; readonly type: WebKnowledgeType }
  | { readonly kind: "file"; readonly name: string; readonly mimeType: string };

/** A knowledge source as it is stored. Instants are milliseconds since the epoch. */
export interface KnowledgeSourceRecord {
  readonly id: KnowledgeSourceId;
  readonly origin: KnowledgeOrigin;
  readonly status: KnowledgeStatus;
  /** Only with the status `error`. */
  readonly error?: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly indexedAt?: number;
  /** Counts the readings, beginning with 1. */
  readonly revision: number;
}

/** A page of a web source. Those that are `ingesting` are still to be read. */
export interface KnowledgeLinkRecord {
  readonly id: string;
  readonly url: string;
  readonly status: KnowledgeStatus;
  /** Only with the status `error`. */
  readonly error?: string;
  /** How many links lead to it from the address of the source. */
  readonly depth: number;
  readonly createdAt: number;
  readonly indexedAt?: number;
  /** Of its contents, once they were read. */
  readonly bytes: number;
  readonly hash?: string;
}

/** A passage as it is stored. */
export interface PassageRecord {
  /** Its place in the page or file, beginning with 0. */
  readonly position: number;
  readonly title: string;
  readonly headings: readonly string[];
  readonly text: string;
  readonly url?: string;
}

export interface FoundPassage extends PassageRecord {
  readonly source: KnowledgeSourceId;
  /** The id of the link; empty for a file. */
  readonly page: string;
}

/** A passage as it is found in the database, for a vector of it. */
export interface KeyedPassage extends PassageRecord {
  readonly key: number;
}

export interface PassageVector {
  readonly key: number;
  readonly vector: Uint8Array;
}

interface Place {
  readonly createdAt: number;
  readonly id: string;
}
export interface KnowledgeSlice {
  readonly limit: number;
  readonly after?: Place;
}

/** What has become of the pages of a web source. */
export interface LinkTotals {
  readonly links: number;
  readonly ready: number;
  readonly bytes: number;
  readonly passages: number;
  /** Of the link that failed first. */
  readonly firstError?: string;
}

/**
 * Where knowledge is stored. Writes are durable when they answer. Lists are ordered from the newest to the oldest.
 *
 * What a reading writes is written only while the source exists and has no later reading; these calls answer false
 * otherwise.
 */
export interface KnowledgeRecords {
  find(address: KnowledgeAddress): Promise<KnowledgeSourceRecord | undefined>;
  findFile(owner: KnowledgeOwner, name: string): Promise<KnowledgeSourceRecord | undefined>;
  list(owner: KnowledgeOwner, slice: KnowledgeSlice): Promise<readonly KnowledgeSourceRecord[]>;
  count(owner: KnowledgeOwner): Promise<number>;
  /** How many sources the copilots of a project have. Those without any are left out. */
  counts(project: ProjectId): Promise<ReadonlyMap<CopilotId, number>>;
  /** False if the copilot does not exist, or has a file of this name or `most` sources. `bytes`: of a file. */
  insert(
    owner: KnowledgeOwner,
    source: KnowledgeSourceRecord,
    bounds: { readonly most: number; readonly bytes?: Uint8Array },
    effects: Effects,
  ): Promise<boolean>;
  /** Begins a new reading of a file of this revision, with new bytes; what was read before is found until it ends. */
  replaceFile(
    reading: KnowledgeReading,
    file: { readonly mimeType: string; readonly bytes: Uint8Array; readonly now: number },
    effects: Effects,
  ): Promise<boolean>;
  /** Begins a new reading of a source of this revision; what was read before is found until it ends. Its links are read anew. */
  readAgain(reading: KnowledgeReading, now: number, effects: Effects): Promise<boolean>;
  /** Its passages are found no more; their rows are left to `dropPassages`. False if there is no such source. */
  delete(address: KnowledgeAddress, kind: KnowledgeOrigin["kind"], effects: Effects): Promise<boolean>;
  /** Some sources of a copilot. */
  some(owner: KnowledgeOwner, limit: number): Promise<readonly KnowledgeSourceRecord[]>;

  /** The bytes that are to be read; undefined once they were. */
  fileBytes(reading: KnowledgeReading): Promise<Uint8Array | undefined>;
  /** What was read of a file; empty before. */
  fileText(address: KnowledgeAddress): Promise<string>;

  links(address: KnowledgeAddress, slice: KnowledgeSlice): Promise<readonly KnowledgeLinkRecord[]>;
  /** Those that are still to be read: the nearest to the start first, then the oldest. */
  openLinks(address: KnowledgeAddress, limit: number): Promise<readonly KnowledgeLinkRecord[]>;
  /** Of the reading alone. */
  linkTotals(reading: KnowledgeReading): Promise<LinkTotals>;
  /** Whether another page of the source has the same contents. */
  hasContents(address: KnowledgeAddress, hash: string, beside: string): Promise<boolean>;
  /** The link that a crawl began with. */
  firstLink(address: KnowledgeAddress): Promise<KnowledgeLinkRecord | undefined>;
  /** Adds those that are not there yet, until the source has `most`. */
  addLinks(reading: KnowledgeReading, links: readonly KnowledgeLinkRecord[], most: number): Promise<boolean>;
  putLink(reading: KnowledgeReading, link: KnowledgeLinkRecord): Promise<boolean>;

  addPassages(reading: KnowledgeReading, page: string, passages: readonly PassageRecord[]): Promise<boolean>;
  /** Indexes some passages of earlier releases by their terms; answers how many. They are found by their raw words until then. */
  addTerms(limit: number): Promise<number>;
  /** Deletes some passages: of a page in a reading, or of all readings but one, or of all; answers how many. */
  dropPassages(
    address: KnowledgeAddress,
    which: { readonly page: string; readonly revision: number } | { readonly except: number } | "all",
    limit: number,
  ): Promise<number>;
  /** Deletes what a source that is gone has left beside its passages. */
  dropLinks(address: KnowledgeAddress): Promise<void>;
  /**
   * Ends a reading. If it is ready, its passages are found in place of earlier ones. A file's bytes are given up, for the
   * `text`.
   */
  settle(
    reading: KnowledgeReading,
    end: {
      readonly status: "ready" | "error";
      readonly error?: string;
      readonly indexedAt: number;
      readonly text?: string;
    },
    effects?: Effects,
  ): Promise<boolean>;

  /** Whether anything of the copilot can be found. */
  knows(owner: KnowledgeOwner): Promise<boolean>;
  /** Passages that hold at least one of these terms (`searchWords`), the best first. */
  search(owner: KnowledgeOwner, terms: readonly string[], limit: number): Promise<readonly FoundPassage[]>;

  /**
   * Passages of the reading that are found and have no vector of this model, in the order of their keys, which are greater than
   * `after`.
   */
  passagesToEmbed(
    reading: KnowledgeReading,
    model: string,
    limit: number,
    after?: number,
  ): Promise<readonly KeyedPassage[]>;
  /** Puts vectors in the place of those of other models. Those of passages that are gone are left out. */
  putVectors(reading: KnowledgeReading, model: string, vectors: readonly PassageVector[]): Promise<boolean>;
  /** Notes that the passages of a reading were embedded. */
  setEmbedded(reading: KnowledgeReading, model: string): Promise<boolean>;
  /** Sources with passages that were not embedded by this model, in an order of their own. */
  sourcesToEmbed(model: string, limit: number, after?: KnowledgeAddress): Promise<readonly KnowledgeAddress[]>;
  countVectors(owner: KnowledgeOwner, model: string): Promise<number>;
  /** Vectors of a model whose keys are greater than a number, in the order of their keys. */
  vectors(owner: KnowledgeOwner, model: string, after: number, limit: number): Promise<readonly PassageVector[]>;
  /** Those of the passages that are found, by their keys. */
  passagesOf(owner: KnowledgeOwner, keys: readonly number[]): Promise<ReadonlyMap<number, FoundPassage>>;
}
