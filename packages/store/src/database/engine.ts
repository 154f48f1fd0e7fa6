import type { ActorRecord, DocumentRow, OpenedRoom, RoomCommit, RoomKey } from "@weft/room/ports";
import type { Lock } from "./locks.ts";
import type { SqlValue } from "./query.ts";

/** One statement, run once for each list of values. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly (readonly SqlValue[])[];
  /** Rows changed, or answered if it answers rows, in all. Any other count undoes the whole unit. */
  readonly expect?: number;
}

export type Row = Readonly<Record<string, SqlValue>>;

export type UnitOutcome =
  | {
      readonly kind: "done";
      /** Rows answered, per statement. */
      readonly rows: readonly (readonly Row[])[];
      /** Rows changed, or answered if it answers rows, per statement. */
      readonly counts: readonly number[];
    }
  | {
      readonly kind: "unmet";
      /** The statement whose `expect` did not hold; nothing was written. */ readonly statement: number;
    };

/** Where compiled SQL runs. Writes are units: all or nothing, flushed when they answer, in the order handed over. */
export interface Engine extends AsyncDisposable {
  /** A small read, from a state that includes every write answered before. */
  read<R extends object = Row>(sql: string, values: readonly SqlValue[]): Promise<readonly R[]>;
  write(statements: readonly Statement[], locks?: readonly Lock[]): Promise<UnitOutcome>;

  claim(project: string, room: string, reserve: number): Promise<OpenedRoom | undefined>;
  commit(commit: RoomCommit): Promise<void>;
  nodes(room: RoomKey, pieceBytes: number): AsyncIterable<Uint8Array>;
  documentRows(room: RoomKey, guid: string): Promise<readonly DocumentRow[]>;
  actor(room: RoomKey, actor: number): Promise<ActorRecord | undefined>;

  /** Whether the disk is full, as far as is known. Turns false by itself within a second of there being space again. */
  readonly full: boolean;
  health(): Promise<void>;
  readonly counters: Counters;
}

/** Totals since the store was opened. */
export interface Counters {
  /** Units that were committed. */
  readonly commits: number;
  /** Transactions: one holds many units. */
  readonly flushes: number;
  /** Units that were refused: stale, unmet, or failed. */
  readonly refused: number;
  /** Units handed over and not yet answered. */
  readonly waiting: number;
}

/** One flush of the writer. */
export interface Flush {
  /** Units in it. */
  readonly units: number;
  /** Storage nodes written or removed by it. */
  readonly nodes: number;
  /** From `begin` to the end of `commit`, on the writer's thread. */
  readonly durationMs: number;
}
