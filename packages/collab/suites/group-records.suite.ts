import type { GroupId, ProjectId } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import type { GroupRecord, GroupRecords, GroupSlice, NewGroupRecord } from "../src/groups/group-records.ts";

export interface GroupRecordsUnderTest extends AsyncDisposable {
  readonly groups: GroupRecords;
  createProject(id: ProjectId): Promise<void>;
  deleteProject(id: ProjectId): Promise<void>;
}

const [project, elsewhere] = ["p1", "p2"] as ProjectId[] as [ProjectId, ProjectId];
const many = 100;

function newGroup(id: string, change: Partial<NewGroupRecord> = {}): NewGroupRecord {
  const members = ["ada", "bob"].map((member) => ({ id: member, addedAt: 5 }));
  const base = { organizationId: "default", createdAt: 5, updatedAt: 5, mention: true, members };
  return { ...base, id: id as GroupId, ...change };
}
const idsOf = (groups: readonly GroupRecord[]) => groups.map(({ id }) => id);

/** The ids of a list, read in pages of two. */
async function walk(read: (slice: GroupSlice) => Promise<readonly GroupRecord[]>): Promise<string[]> {
  const seen: string[] = [];
  for (let after: GroupRecord | undefined; ;) {
    const page = await read({ limit: 2, after });
    after = page.at(-1);
    if (after === undefined) return seen;
    seen.push(...idsOf(page));
  }
}

/** What every GroupRecords promises. An adapter's test file is one call to this. */
export function groupRecordsSuite(open: () => Promise<GroupRecordsUnderTest>): void {
  describe("GroupRecords", () => {
    test("a group is found in its project alone, as it was written", async () => {
      await using under = await open();
      const { groups } = under;
      const group = newGroup("a/😀", { organizationId: "acme", mention: false });
      expect(await groups.insert(project, group, many)).toBe("inserted");
      expect(await groups.insert(project, newGroup("empty", { members: [] }), many)).toBe("inserted");
      expect(await groups.find(project, [group.id, "nowhere"])).toEqual([{ ...group, revision: 1 }]);
      expect(await groups.find(project, [])).toEqual([]);
      expect(await groups.find(elsewhere, [group.id])).toEqual([]);
      expect(await groups.list(elsewhere, { limit: 9 })).toEqual([]);
      expect(await groups.listOfUser(elsewhere, "ada", { limit: 9 })).toEqual([]);
      await groups.delete(elsewhere, [group.id]);
      expect(await groups.find(project, [group.id])).toHaveLength(1);
    });

    test("an id is taken once, and a project has a bounded number of groups", async () => {
      await using under = await open();
      const { groups } = under;
      expect(await groups.insert(project, newGroup("a"), 2)).toBe("inserted");
      expect(await groups.insert(project, newGroup("a", { members: [] }), 2)).toBe("taken");
      expect(await groups.insert(elsewhere, newGroup("a"), 2)).toBe("inserted");
      expect(await groups.insert(project, newGroup("b"), 2)).toBe("inserted");
      expect(await groups.insert(project, newGroup("c"), 2)).toBe("full");
      expect(await groups.insert(project, newGroup("b"), 2)).toBe("taken");
      expect(idsOf(await groups.listOfUser(project, "ada", { limit: 9 }))).toEqual(["b", "a"]);
      expect(await groups.find(project, ["a"])).toMatchObject([{ members: [{ id: "ada" }, { id: "bob" }] }]);
    });

    test("lists go from the newest to the oldest, page by page, also within one instant", async () => {
      await using under = await open();
      const { groups } = under;
      for (const n of [3, 1, 5, 2, 4]) {
        const members = n % 2 === 0 ? [{ id: "ada", addedAt: 1 }] : [{ id: "eve", addedAt: 1 }];
        await groups.insert(project, newGroup(`g${n}`, { createdAt: n * 10, members }), many);
      }
      const sixth = newGroup("g6", { createdAt: 40, members: [{ id: "ada", addedAt: 1 }] });
      await groups.insert(project, sixth, many);
      expect(await walk((slice) => groups.list(project, slice))).toEqual(["g5", "g6", "g4", "g3", "g2", "g1"]);
      expect(await walk((slice) => groups.listOfUser(project, "ada", slice))).toEqual(["g6", "g4", "g2"]);
      expect(await walk((slice) => groups.listOfUser(project, "eve", slice))).toEqual(["g5", "g3", "g1"]);
      expect(await walk((slice) => groups.listOfUser(project, "nobody", slice))).toEqual([]);
    });

    test("members are written with the revision that was read, and groups are found by them", async () => {
      await using under = await open();
      const { groups } = under;
      await groups.insert(project, newGroup("a"), many);
      await groups.insert(elsewhere, newGroup("a"), many);
      const [before] = (await groups.find(project, ["a"])) as [GroupRecord];
      const members = [...before.members.slice(1), { id: "eve", addedAt: 9 }];
      const change = { ...before, members, updatedAt: 9, added: ["eve"], removed: ["ada"] };
      expect(await groups.update(project, change)).toBe(true);
      expect(await groups.update(project, change)).toBe(false);
      expect(await groups.update(project, { ...change, id: "nowhere" as GroupId })).toBe(false);
      expect(await groups.find(project, ["a"])).toEqual([{ ...before, members, updatedAt: 9, revision: 2 }]);
      const ofUser = async (user: string) => idsOf(await groups.listOfUser(project, user, { limit: 9 }));
      expect([await ofUser("ada"), await ofUser("bob"), await ofUser("eve")]).toEqual([[], ["a"], ["a"]]);
      expect(idsOf(await groups.listOfUser(elsewhere, "ada", { limit: 9 }))).toEqual(["a"]);
    });

    test("a group may have more members than a statement has parameters", async () => {
      await using under = await open();
      const { groups } = under;
      const members = Array.from({ length: 10_000 }, (_, n) => ({ id: `user ${n}`, addedAt: n }));
      await groups.insert(project, newGroup("large", { members }), many);
      expect(idsOf(await groups.listOfUser(project, "user 9999", { limit: 9 }))).toEqual(["large"]);
      const [large] = (await groups.find(project, ["large"])) as [GroupRecord];
      expect(large.members).toEqual(members);
      const removed = members.slice(1).map(({ id }) => id);
      expect(await groups.update(project, { ...large, members: members.slice(0, 1), added: [], removed })).toBe(true);
      expect(await groups.listOfUser(project, "user 9999", { limit: 9 })).toEqual([]);
    });

    test("a deleted group is found by nothing, and its id is free", async () => {
      await using under = await open();
      const { groups } = under;
      for (const id of ["a", "b", "c"]) await groups.insert(project, newGroup(id), many);
      await groups.delete(project, ["a", "c", "nowhere"]);
      await groups.delete(project, []);
      expect(idsOf(await groups.list(project, { limit: 9 }))).toEqual(["b"]);
      expect(idsOf(await groups.listOfUser(project, "ada", { limit: 9 }))).toEqual(["b"]);
      expect(await groups.insert(project, newGroup("a", { members: [] }), many)).toBe("inserted");
      expect(await groups.find(project, ["a"])).toMatchObject([{ members: [], revision: 1 }]);
    });

    test("a project's groups are deleted with it", async () => {
      await using under = await open();
      const { groups } = under;
      for (const id of [project, elsewhere]) {
        await under.createProject(id);
        await groups.insert(id, newGroup("a"), many);
      }
      await under.deleteProject(project);
      expect(await groups.list(project, { limit: 9 })).toEqual([]);
      expect(await groups.listOfUser(project, "ada", { limit: 9 })).toEqual([]);
      expect(idsOf(await groups.listOfUser(elsewhere, "ada", { limit: 9 }))).toEqual(["a"]);
    });
  });
}
