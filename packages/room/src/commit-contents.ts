import type { RoomAddress } from "@weft/protocol";
import type { RoomDocuments } from "./documents.ts";
import type { Observers } from "./observers.ts";
import type { CommitEffects, CommitJob, RoomCommit, RoomEvents } from "./ports.ts";
import type { Room } from "./room.ts";

/** What the commits of one room contain: its changes of Storage and of documents, and the jobs that follow from them. */
export interface CommitContents {
  /** The writes since the last call, for the commit that is handed over now. */
  take(): CommitWrites;
  /** That commit is durable, or it failed or its outcome is unknown. */
  settled(isDurable: boolean): void;
  /** It was flushed, and its messages were delivered. `changes`: the number of ops and updates in it. */
  flushed(changes: number): void;
}

export type CommitWrites = Pick<RoomCommit, "puts" | "drops" | "clear" | "actors" | "documents" | "authors" | "jobs">;

export interface CommitContentsOptions {
  readonly address: RoomAddress;
  readonly room: Room;
  readonly documents: RoomDocuments;
  readonly effects: CommitEffects;
  readonly observers: Observers;
  readonly events: Pick<RoomEvents, "roomChanged">;
}

export function createCommitContents(options: CommitContentsOptions): CommitContents {
  return new RoomWrites(options);
}

const noJobs: readonly CommitJob[] = [];

class RoomWrites implements CommitContents {
  readonly #options: CommitContentsOptions;
  /** What the commit in flight writes: whether to Storage, and how many updates to which documents. */
  #writing: { storage: boolean; documents: number; guids: Set<string> } | undefined;

  constructor(options: CommitContentsOptions) {
    this.#options = options;
  }

  take(): CommitWrites {
    const { room, documents: roomDocuments, effects } = this.#options;
    const writes = room.takeWrites();
    const documents = roomDocuments.takeWrites();
    const rows = documents.filter(({ kind }) => kind === "row");
    const storage = writes.puts.length > 0 || writes.drops.length > 0 || writes.clear;
    this.#writing = { storage, documents: rows.length, guids: new Set(rows.map(({ guid }) => guid)) };
    const jobs = storage || rows.length > 0 ? effects.committing(this.#writing) : noJobs;
    return documents.length === 0 && jobs.length === 0 ? writes : { ...writes, documents, jobs };
  }

  settled(isDurable: boolean): void {
    this.#options.effects.settled(isDurable);
  }

  flushed(changes: number): void {
    this.#report(changes);
    this.#options.documents.flushed();
  }

  #report(changes: number): void {
    const { address, room, events, observers } = this.#options;
    const writing = this.#writing;
    this.#writing = undefined;
    if (writing === undefined) return;
    const { storage, documents: documentUpdates, guids } = writing;
    if (changes > 0)
      events.roomChanged(address, {
        storageOps: changes - documentUpdates,
        documentUpdates,
        storageBytes: room.tree?.bytes,
      });
    observers.changed(storage, guids);
  }
}
