import type { RoomAddress, VersionId } from "@weft/protocol";

/** A version of a room. It never changes. */
export interface VersionRecord {
  readonly id: VersionId;
  readonly createdAt: number;
  /** Ids of users, in order. */
  readonly authors: readonly string[];
}

/** What a version holds; the store is given it compressed. */
export interface VersionContents {
  readonly storage: Uint8Array;
  readonly document: Uint8Array;
}

export interface NewVersion extends VersionContents {
  readonly id: VersionId;
  readonly createdAt: number;
  /** Which room it was taken of: another room of the same id has another key. */
  readonly key: number;
  /** The room's seq when it was taken: changes before are in it. */
  readonly seq: number;
}

/** How much of a room's history is kept. */
export interface VersionBounds {
  readonly count: number;
  readonly bytes: number;
}

export interface VersionPlace {
  readonly createdAt: number;
  readonly id: string;
}

/** Where versions are kept. Writes are durable when they answer. Lists are ordered from the newest to the oldest. */
export interface VersionRecords {
  list(
    room: RoomAddress,
    page: { readonly limit: number; readonly after?: VersionPlace },
  ): Promise<readonly VersionRecord[]>;
  /** Those that were created then or later. */
  since(room: RoomAddress, createdAt: number): Promise<readonly VersionRecord[]>;
  contents(room: RoomAddress, id: string, part: keyof VersionContents): Promise<Uint8Array | undefined>;
  /**
   * In one unit: the users who changed the room before `seq` and since the last version become the authors, and the oldest
   * versions beyond the bounds go, never the new one. Answers nothing when there is no such room any more.
   */
  insert(room: RoomAddress, version: NewVersion, bounds: VersionBounds): Promise<VersionRecord | undefined>;
  /** False when there was none. */
  delete(room: RoomAddress, id: string): Promise<boolean>;
}
