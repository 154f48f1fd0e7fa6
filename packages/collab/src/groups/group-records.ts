import type { GroupId, ProjectId } from "@weft/protocol";

export interface GroupMember {
  readonly id: string;
  readonly addedAt: number;
}

/** Users who are mentioned together. */
export interface GroupRecord {
  readonly id: GroupId;
  readonly organizationId: string;
  readonly createdAt: number;
  /** When the members last changed. */
  readonly updatedAt: number;
  /** Whether users can mention it. */
  readonly mention: boolean;
  /** In the order in which they were added; each user once. */
  readonly members: readonly GroupMember[];
  /** Counts the changes, beginning with 1. */
  readonly revision: number;
}

export type NewGroupRecord = Omit<GroupRecord, "revision">;

/** What a change of members writes into a group of this revision. */
export interface GroupChange extends Pick<GroupRecord, "id" | "createdAt" | "updatedAt" | "members" | "revision"> {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export interface GroupPlace {
  readonly createdAt: number;
  readonly id: string;
}

export interface GroupSlice {
  readonly limit: number;
  readonly after?: GroupPlace;
}

/** Where groups are stored. Writes are durable when they answer. Lists are ordered from the newest to the oldest. */
export interface GroupRecords {
  /** Those of these groups that exist, in no particular order. */
  find(project: ProjectId, ids: readonly string[]): Promise<readonly GroupRecord[]>;
  list(project: ProjectId, slice: GroupSlice): Promise<readonly GroupRecord[]>;
  listOfUser(project: ProjectId, userId: string, slice: GroupSlice): Promise<readonly GroupRecord[]>;
  /** Unless the id is taken, or the project has `most` groups. */
  insert(project: ProjectId, group: NewGroupRecord, most: number): Promise<"inserted" | "taken" | "full">;
  /** Writes the members and raises the revision; false if the group has another revision, or does not exist. */
  update(project: ProjectId, change: GroupChange): Promise<boolean>;
  delete(project: ProjectId, ids: readonly string[]): Promise<void>;
}
