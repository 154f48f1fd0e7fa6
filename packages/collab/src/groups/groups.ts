/**
 * Groups of users, for mentions. Their ids are unique in a project; each belongs to one organization.
 *
 * - A change reads the group, decides, and writes it only if its `revision` is still the one that was read. Changes of one
 *   group on this node take turns; if another node comes in between, the change is decided again.
 * - `updatedAt` moves only if the members change, and never back.
 */
import { defaultOrganization, isStorable, limits as platformLimits, WeftError } from "@weft/protocol";
import type { GroupId, Limits, ProjectId } from "@weft/protocol";
import type { Cursors } from "../cursor.ts";
import { createdFrom, creationKey, keysetPage } from "../keyset-page.ts";
import { KeyedMutex } from "../keyed-mutex.ts";
import { conflict, retryOnConflict } from "../retry-on-conflict.ts";
import { differenceOf, withMembers, withoutMembers } from "./group-members.ts";
import type { GroupMember, GroupRecord, GroupRecords, GroupSlice } from "./group-records.ts";

export interface GroupDraft {
  readonly memberIds?: readonly string[];
  readonly organizationId?: string;
  /** Whether users can mention it; true unless given. */
  readonly mention?: boolean;
}

export interface GroupPage {
  readonly groups: readonly GroupRecord[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

export interface GroupSearch {
  readonly limit: number;
  readonly startingAfter?: string;
}

export interface Groups {
  /**
   * RESOURCE_ALREADY_EXISTS; PROJECT_FULL if the project has as many groups as it may; BAD_REQUEST for too many members.
   */
  create(project: ProjectId, id: GroupId, draft: GroupDraft): Promise<GroupRecord>;
  /** RESOURCE_NOT_FOUND. */
  get(project: ProjectId, id: GroupId): Promise<GroupRecord>;
  /** Newest first. UNPROCESSABLE_ENTITY for a cursor of anything else. */
  list(project: ProjectId, search: GroupSearch): Promise<GroupPage>;
  /** The groups that have this user as a member. UNPROCESSABLE_ENTITY for a cursor of anything else. */
  listOfUser(project: ProjectId, userId: string, search: GroupSearch): Promise<GroupPage>;
  /** RESOURCE_NOT_FOUND; BAD_REQUEST for too many members. */
  addMembers(project: ProjectId, id: GroupId, memberIds: readonly string[]): Promise<GroupRecord>;
  /** RESOURCE_NOT_FOUND. */
  removeMembers(project: ProjectId, id: GroupId, memberIds: readonly string[]): Promise<GroupRecord>;
  /** Does nothing if there is no such group. */
  delete(project: ProjectId, id: GroupId): Promise<void>;
  /** Those of these groups that users of the organization can mention. */
  mentionable(project: ProjectId, organizationId: string, ids: readonly string[]): Promise<readonly GroupRecord[]>;
  /**
   * The ids of the members of the groups that can be mentioned; other groups are left out. One read for every
   * `groupsPerCall` groups.
   */
  members(project: ProjectId, ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Removes a user from every group. */
  eraseUser(project: ProjectId, userId: string): Promise<void>;
  /** Deletes every group of a project. */
  eraseProject(project: ProjectId): Promise<void>;
}

export interface GroupsOptions {
  readonly records: GroupRecords;
  readonly cursors: Cursors;
  readonly now: () => number;
  readonly limits?: Pick<Limits, "groupsPerProject" | "membersPerGroup">;
}

const { groupsPerCall } = platformLimits;

export function createGroups({ records, cursors, now, limits = platformLimits }: GroupsOptions): Groups {
  const mutex = new KeyedMutex();
  const { membersPerGroup } = limits;

  async function find(project: ProjectId, id: GroupId): Promise<GroupRecord> {
    const [group] = await records.find(project, [id]);
    if (group === undefined) throw new WeftError("RESOURCE_NOT_FOUND", { message: "Group not found." });
    return group;
  }

  async function findMany(project: ProjectId, ids: readonly string[]): Promise<readonly GroupRecord[]> {
    const distinct = [...new Set(ids)].filter(isStorable);
    const found: GroupRecord[] = [];
    for (let at = 0; at < distinct.length; at += groupsPerCall)
      found.push(...(await records.find(project, distinct.slice(at, at + groupsPerCall))));
    return found;
  }

  async function page(
    scope: { readonly project: ProjectId; readonly list: string },
    { limit, startingAfter }: GroupSearch,
    read: (slice: GroupSlice) => Promise<readonly GroupRecord[]>,
  ): Promise<GroupPage> {
    const { items, nextCursor } = await keysetPage({
      cursors,
      scope,
      limit,
      cursor: startingAfter,
      read: (most, key) => read({ limit: most, after: createdFrom(key) }),
      keyOf: creationKey,
    });
    return { groups: items, nextCursor };
  }

  /** Writes the members that `decide` returns, if they are others. */
  function change(
    project: ProjectId,
    id: GroupId,
    decide: (members: readonly GroupMember[]) => readonly GroupMember[],
  ): Promise<GroupRecord> {
    return mutex.run(JSON.stringify([project, id]), () =>
      retryOnConflict(async () => {
        const before = await find(project, id);
        const members = decide(before.members);
        const { added, removed } = differenceOf(before.members, members);
        if (added.length === 0 && removed.length === 0) return before;
        const after = { ...before, members, updatedAt: Math.max(now(), before.updatedAt) };
        if (!(await records.update(project, { ...after, added, removed }))) return conflict;
        return { ...after, revision: after.revision + 1 };
      }),
    );
  }

  return {
    async create(project, id, { memberIds = [], organizationId = defaultOrganization, mention = true }) {
      const createdAt = now();
      const members = withMembers([], memberIds, { addedAt: createdAt, most: membersPerGroup });
      const group = { id, organizationId, createdAt, updatedAt: createdAt, mention, members };
      const outcome = await records.insert(project, group, limits.groupsPerProject);
      if (outcome === "taken") throw new WeftError("RESOURCE_ALREADY_EXISTS", { message: "Group already exists" });
      if (outcome === "full")
        throw new WeftError("PROJECT_FULL", {
          message: `The project has ${limits.groupsPerProject} groups, its limit.`,
          suggestion: "Delete groups that are no longer needed, or ask the operator to raise the project's limits.",
        });
      return { ...group, revision: 1 };
    },
    get: find,
    list: (project, search) => page({ project, list: "groups" }, search, (slice) => records.list(project, slice)),
    listOfUser: (project, userId, search) =>
      page({ project, list: `groups of user\n${userId}` }, search, (slice) =>
        records.listOfUser(project, userId, slice),
      ),
    addMembers: (project, id, memberIds) =>
      change(project, id, (members) => withMembers(members, memberIds, { addedAt: now(), most: membersPerGroup })),
    removeMembers: (project, id, memberIds) => change(project, id, (members) => withoutMembers(members, memberIds)),
    delete: (project, id) => records.delete(project, [id]),
    async mentionable(project, organizationId, ids) {
      const found = await findMany(project, ids);
      return found.filter((group) => group.mention && group.organizationId === organizationId);
    },
    async members(project, ids) {
      const found = (await findMany(project, ids)).filter(({ mention }) => mention);
      return new Map(found.map(({ id, members }) => [id, members.map((member) => member.id)]));
    },
    async eraseUser(project, userId) {
      for (let after: GroupRecord | undefined; ;) {
        const groups = await records.listOfUser(project, userId, { limit: groupsPerCall, after });
        after = groups.at(-1);
        if (after === undefined) return;
        for (const { id } of groups)
          await change(project, id, (members) => withoutMembers(members, [userId])).catch((error: unknown) => {
            // Deleted meanwhile.
            if (!(error instanceof WeftError) || error.code !== "RESOURCE_NOT_FOUND") throw error;
          });
      }
    },
    async eraseProject(project) {
      for (;;) {
        const groups = await records.list(project, { limit: groupsPerCall });
        if (groups.length === 0) return;
        await records.delete(
          project,
          groups.map(({ id }) => id),
        );
      }
    },
  };
}
