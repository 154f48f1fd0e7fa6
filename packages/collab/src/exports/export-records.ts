import type { ProjectId, RoomAddress } from "@weft/protocol";
import type { Effects } from "../effects.ts";
import type { JobClaim } from "../jobs/new-job.ts";

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
  /** The name of its bytes in the blob store, even while they come in; empty before. */
  readonly blob: string;
  readonly size?: number;
  readonly finishedAt?: number;
  /** When its file goes. */
  readonly expiresAt?: number;
  /** Why there is none. */
  readonly failure?: string;
}

export type ExportName = Pick<ExportRecord, "project" | "id">;

/**
 * Where exports are kept. Each is made by a job, whose claim holds what is written of it: once the claim was lost, writes
 * change nothing and answer false. Whatever takes the last name off bytes (an attempt that begins anew, a failure, the end
 * of a file) has them deleted, in the same transaction, as `UploadRecords` does.
 */
export interface ExportRecords {
  /** Newest first. */
  list(project: ProjectId): Promise<readonly ExportRecord[]>;
  find(project: ProjectId, id: string): Promise<ExportRecord | undefined>;
  /**
   * Adds one that waits, and drops the oldest others beyond `keep`, this one counted. False when the project has one under
   * way, or is gone: nothing is written then.
   */
  insert(
    wish: Pick<ExportRecord, "project" | "id" | "requestedBy" | "requestedAt">,
    keep: number,
    effects?: Effects,
  ): Promise<boolean>;

  /** An attempt begins: what an earlier one has written is given up. False when the export has ended, or is gone. */
  begin(of: ExportName, holding: JobClaim): Promise<boolean>;
  /** Says where the bytes will be, before there are any. Until `until`, bytes may be written there. */
  place(
    of: ExportName,
    bytes: { readonly blob: string; readonly session: string; readonly until: number },
    holding: JobClaim,
  ): Promise<boolean>;
  /** Says how far it is. */
  progress(
    of: ExportName,
    at: { readonly roomsDone: number; readonly roomsTotal: number; readonly until: number },
    holding: JobClaim,
  ): Promise<boolean>;
  /** The bytes are there; their parts are given up. */
  finish(
    of: ExportName,
    end: { readonly size: number; readonly finishedAt: number; readonly expiresAt: number; readonly roomsDone: number },
    effects: Effects,
  ): Promise<boolean>;
  fail(
    of: ExportName,
    end: { readonly failure: string; readonly finishedAt: number; readonly expiresAt: number },
    effects: Effects,
  ): Promise<boolean>;

  /** Drops what has come to its end by then. */
  dropExpired(now: number): Promise<void>;
  /** The guids of a room's documents beside the root one. */
  subdocuments(room: RoomAddress): Promise<readonly string[]>;
  /** How many rooms a project has. */
  countRooms(project: ProjectId): Promise<number>;
}
