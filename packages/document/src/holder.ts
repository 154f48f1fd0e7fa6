import type { Limits } from "@weft/protocol";
import type { DocumentRow, ReceivedUpdate } from "@weft/room/ports";
import { readUpdate } from "./reader.ts";
import { restoringUpdate } from "./restoring-update.ts";
import type { AppliedUpdate, Work, WorkAnswer } from "./work.ts";
import type { DocumentWeight, Taken, WorkerDocument } from "./worker-document.ts";
import { loadDocument, storedBounds } from "./worker-document.ts";

/** Documents by number. It runs one call at a time, and is the same in a worker and on the main thread. */
export interface DocumentHolder {
  perform(work: Work, pieces: readonly Uint8Array[]): WorkAnswer;
  /** Undefined for a document that is not held, for example because it was given up. */
  weigh(document: number): DocumentWeight | undefined;
}

export interface HolderOptions {
  readonly limits: Limits;
  /** Called before each step of a call. */
  readonly step: (index: number) => void;
  /** Whether the call has taken too long: its further updates are left to another holder. */
  readonly isOver?: () => boolean;
}

export function createHolder(options: HolderOptions): DocumentHolder {
  return new Holder(options);
}

const encoder = new TextEncoder();

class Holder implements DocumentHolder {
  readonly #options: HolderOptions;
  readonly #documents = new Map<number, WorkerDocument>();

  constructor(options: HolderOptions) {
    this.#options = options;
  }

  perform(work: Work, pieces: readonly Uint8Array[]): WorkAnswer {
    try {
      return this.#perform(work, pieces);
    } catch (error) {
      if ("document" in work) this.#documents.delete(work.document);
      return { kind: "failed", cause: "broken", reason: error instanceof Error ? error.message : String(error) };
    }
  }

  weigh(document: number): DocumentWeight | undefined {
    return this.#documents.get(document)?.weight;
  }

  #perform(work: Work, pieces: readonly Uint8Array[]): WorkAnswer {
    const { limits, step } = this.#options;
    if (work.type === "open") {
      const before = process.threadCpuUsage();
      const rows = work.rows.map(({ id, v2 }, index): DocumentRow => ({ id, v2, update: pieces[index]! }));
      const { document, quarantined } = loadDocument({
        rows,
        claims: work.claims,
        limits,
        step,
        careful: work.careful,
      });
      this.#documents.set(work.document, document);
      const { user, system } = process.threadCpuUsage(before);
      return { kind: "opened", quarantined, tookMs: (user + system) / 1_000 };
    }
    if (work.type === "restore") {
      const readings = pieces.map((state) => readUpdate(state, false, storedBounds(limits)));
      for (const reading of readings)
        if (reading.kind === "refused") return { kind: "failed", cause: "malformed", reason: reading.reason };
      return { kind: "restoring", update: restoringUpdate(pieces[0]!, pieces[1]!, step) };
    }
    if (work.type === "close") {
      this.#documents.delete(work.document);
      return { kind: "done" };
    }
    const document = this.#documents.get(work.document);
    if (document === undefined) return { kind: "failed", cause: "broken", reason: "The document is not held." };
    switch (work.type) {
      case "apply":
        return this.#apply(document, work, pieces);
      case "diff": {
        const found = document.diff(pieces[0]!, work.v2, work.inPieces);
        if (found === undefined) return { kind: "failed", cause: "malformed", reason: "That is not a state vector." };
        return { kind: "diff", ...found, hash: document.hash(work.v2) };
      }
      case "hash":
        return { kind: "hash", hash: document.hash(work.v2) };
      case "json":
        return { kind: "json", text: encoder.encode(document.json(work.question)) };
      case "refersTo":
        return { kind: "reference", exists: document.refersTo(work.guid) };
      case "compact": {
        const state = document.merged();
        if (state !== undefined) return { kind: "merged", state };
        return { kind: "failed", cause: "broken", reason: "The merged state does not say what the document says." };
      }
      case "release":
        document.release(work.actor);
        return { kind: "done" };
    }
  }

  #apply(document: WorkerDocument, work: Extract<Work, { type: "apply" }>, pieces: readonly Uint8Array[]): WorkAnswer {
    const updates = pieces.map((update, index): ReceivedUpdate => ({
      update,
      v2: work.v2[index]!,
      from: work.writers[work.from[index]!],
    }));
    const taken = document.apply(updates, this.#options.step, this.#options.isOver);
    const last = taken.at(-1);
    const givenUp = taken.length < updates.length || (last?.kind === "refused" && last.fatal === true);
    if (givenUp) this.#documents.delete(work.document);
    const hashes = givenUp
      ? {}
      : {
          ...(updates.some(({ v2 }) => !v2) && { v1: document.hash(false) }),
          ...(updates.some(({ v2 }) => v2) && { v2: document.hash(true) }),
        };
    return { kind: "applied", outcomes: taken.map(applied), givenUp, hashes };
  }
}

function applied(taken: Taken): AppliedUpdate {
  if (taken.kind === "refused") return { kind: "refused", cause: taken.cause, reason: taken.reason };
  if (taken.kind === "unchanged" || (taken.claimed.length === 0 && taken.rest === undefined)) return taken.kind;
  return taken;
}
