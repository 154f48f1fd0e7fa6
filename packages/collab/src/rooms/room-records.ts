import type { Permission, ProjectId, RoomId, TextEditor } from "@weft/protocol";
import type { SortKey } from "../cursor.ts";
import type { Effects } from "../effects.ts";
import type { RoomOrdering } from "./room-order.ts";

/** A room as it is kept: what REST shows, in the store's own units. */
export interface RoomRecord {
  readonly id: RoomId;
  readonly organizationId: string;
  /** Milliseconds since the epoch; with the id, the sort key of lists. */
  readonly createdAt: number;
  readonly lastConnectionAt?: number;
  readonly metadata: ReadonlyMap<string, string | readonly string[]>;
  readonly defaultAccesses: readonly Permission[];
  readonly usersAccesses: ReadonlyMap<string, readonly Permission[]>;
  readonly groupsAccesses: ReadonlyMap<string, readonly Permission[]>;
  /** Absent until a text editor was mounted. */
  readonly textEditor?: TextEditor;
  /** Raised by every change of the record: the guard of read-then-write. */
  readonly revision: number;
}
export type NewRoomRecord = Omit<RoomRecord, "revision" | "lastConnectionAt">;

/** All conditions hold, except that `userId` and `groupIds` are alternatives to each other. */
export interface RoomFilter {
  /** Whether the room has default accesses. */
  readonly isPublic?: boolean | undefined;
  readonly organizationId?: string;
  readonly userId?: string;
  readonly groupIds?: readonly string[];
  /** Exact ids; each must equal the room's. */
  readonly ids: readonly string[];
  readonly idPrefixes: readonly string[];
  /** Each pair must be present as a string value, never as a member of a list. */
  readonly metadata: readonly (readonly [key: string, value: string])[];
}

/** Where room records are kept. Every call carries the project; writes are durable when they answer. */
export type RoomPlace = Pick<RoomRecord, "createdAt"> & { readonly id: string };

export interface RoomRecords {
  find(project: ProjectId, id: string): Promise<RoomRecord | undefined>;
  /** The room as it is kept now. Undefined when the id is taken; nothing was written then. */
  insert(project: ProjectId, room: NewRoomRecord, effects?: Effects): Promise<RoomRecord | undefined>;
  /** False when the room is gone or its revision is no longer `room.revision`; nothing was written then. Returns with revision + 1 stored. */
  update(project: ProjectId, room: RoomRecord): Promise<boolean>;
  /** The same, of a room whose organization changes: its notifications move along. */
  moveOrganization(project: ProjectId, room: RoomRecord, now: number): Promise<boolean>;
  /** Removes the room and everything attached to it. False when there was none. Keeps its actor counter for a room of the same id. */
  delete(project: ProjectId, id: string, now: number, effects?: Effects): Promise<boolean>;
  /** Everything attached moves along. */
  rename(project: ProjectId, id: string, newId: string): Promise<"renamed" | "missing" | "taken">;
  /**
   * Newest first by (createdAt, id); strictly after `after` in that order. At most `limit` rooms; `next` is undefined after the
   * last page.
   */
  list(
    project: ProjectId,
    filter: RoomFilter,
    page: {
      readonly limit: number;
      readonly after?: RoomPlace | undefined;
      /** How many rooms are looked at, about: where few meet the filter, the page is short, or empty. Defaults to all. */
      readonly lookAt?: number;
    },
  ): Promise<{ readonly rooms: readonly RoomRecord[]; readonly next: RoomPlace | undefined }>;
  /** As `list`, in any order; strictly after the key of a room in that order. */
  browse(
    project: ProjectId,
    filter: RoomFilter,
    browsing: RoomBrowsing,
    page: { readonly limit: number; readonly after?: SortKey | undefined; readonly lookAt?: number },
  ): Promise<{ readonly rooms: readonly RoomRecord[]; readonly next: SortKey | undefined }>;
  /** Those of the rooms with these ids that are there and meet the filter, in no order. */
  among(
    project: ProjectId,
    filter: RoomFilter,
    part: string | undefined,
    ids: readonly string[],
  ): Promise<readonly RoomRecord[]>;
}

export interface RoomBrowsing extends RoomOrdering {
  /** A part of the ids, whatever the case of its Latin letters. */
  readonly part?: string | undefined;
  /** Ids that are left out. */
  readonly except?: readonly string[] | undefined;
}
