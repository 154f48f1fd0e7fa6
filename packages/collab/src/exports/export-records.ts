import type { ProjectId, RoomAddress } from "@weft/protocol";
import type { AuditRecord } from "../teams/audit-records.ts";

/** An export of a project, from the wish for it to the end of its file. */
export interface ExportRecord {
  readonly project: ProjectId;
  readonly id: string;
  /** The account that asked for it. */
  readonly requestedBy: string;
  readonly requestedAt: number;
  readonly state: "waiting" | "running" | "done" | "failed";
  readonly roomsDone: number;
  /** Undefined until they were counted. */
  readonly roomsTotal?: number;
  /** How often somebody has begun to make it. */
  readonly attempts: number;
  /** The name of its bytes in the blob store, also while they come in; empty before. */
  readonly blob: string;
  readonly size?: number;
  readonly finishedAt?: number;
  /** When its file goes. */
  readonly expiresAt?: number;
  /** Why there is none. */
  readonly failure?: string;
}

/** An export as whoever makes it holds it: writes of a claim that was lost change nothing, and answer false. */
export interface ClaimedExport {
  readonly record: ExportRecord;
  readonly claim: string;
}

/**
 * Where exports are kept. They are work to do until whoever asked was told of their end, and are claimed for a time, so
 * that whoever dies over one leaves it to others. Writes are durable when they answer. Whatever takes the last name off
 * bytes (a claim that begins anew, a failure, the end of a file) dooms them in the same unit, as `FileRecords` does.
 */
export interface ExportRecords {
  /** Newest first. */
  list(project: ProjectId): Promise<readonly ExportRecord[]>;
  find(project: ProjectId, id: string): Promise<ExportRecord | undefined>;
  /**
   * Adds one that waits, together with entries of the audit log, and drops the oldest beyond `keep`. False when the
   * project has one under way, or is gone: nothing is written then.
   */
  insert(
    wish: Pick<ExportRecord, "project" | "id" | "requestedBy" | "requestedAt">,
    keep: number,
    entries?: readonly AuditRecord[],
  ): Promise<boolean>;

  /** Takes what has waited longest and nobody holds at `now`, and holds it until `until`. */
  claim(claim: string, now: number, until: number): Promise<ClaimedExport | undefined>;
  /** Says where the bytes will be, before there are any. */
  place(held: ClaimedExport, blob: string, session: string): Promise<boolean>;
  /** Says how far it is, and holds it for longer. */
  progress(
    held: ClaimedExport,
    at: { readonly roomsDone: number; readonly roomsTotal: number; readonly until: number },
  ): Promise<boolean>;
  /** The bytes are there; their parts are doomed. */
  finish(
    held: ClaimedExport,
    end: { readonly size: number; readonly finishedAt: number; readonly expiresAt: number; readonly roomsDone: number },
  ): Promise<boolean>;
  fail(
    held: ClaimedExport,
    end: { readonly failure: string; readonly finishedAt: number; readonly expiresAt: number },
  ): Promise<boolean>;
  /** Whoever asked for it was told of its end. */
  told(held: ClaimedExport): Promise<void>;
  /** Lets others have it from then on; `counts`: whether this was an attempt. */
  putBack(held: ClaimedExport, options: { readonly at: number; readonly counts: boolean }): Promise<void>;

  /** Drops what has come to its end by then. */
  dropExpired(now: number): Promise<void>;
  /** The guids of a room's documents beside the root one. */
  subdocuments(room: RoomAddress): Promise<readonly string[]>;
  /** How many rooms a project has. */
  countRooms(project: ProjectId): Promise<number>;
}
