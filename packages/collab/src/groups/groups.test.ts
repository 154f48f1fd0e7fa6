import type { GroupId, ProjectId } from "@weft/protocol";
import { expect, test } from "vitest";
import { createMemoryGroupRecords } from "../../suites/memory-group-records.ts";
import { createCursors } from "../cursor.ts";
import type { GroupRecord, GroupRecords } from "./group-records.ts";
import { createGroups } from "./groups.ts";

const [project, elsewhere] = ["p1", "p2"] as ProjectId[] as [ProjectId, ProjectId];
const idOf = (id: string) => id as GroupId;

function open(replace: (records: GroupRecords) => Partial<GroupRecords> = () => ({})) {
  const memory = createMemoryGroupRecords();
  const clock = { now: 1_000 };
  const groups = createGroups({
    records: { ...memory, ...replace(memory) },
    cursors: createCursors(Buffer.alloc(32, 1)),
    now: () => clock.now,
    limits: { groupsPerProject: 150, membersPerGroup: 3 },
  });
  return { groups, clock };
}
const membersOf = ({ members }: GroupRecord) => members.map(({ id, addedAt }) => `${id} ${addedAt}`);

test("[GR1] a group is created once, with each member once", async () => {
  const { groups } = open();
  const created = await groups.create(project, idOf("a"), { memberIds: ["bob", "ada", "bob"] });
  expect(created).toMatchObject({ id: "a", organizationId: "default", createdAt: 1_000, mention: true });
  expect(membersOf(created)).toEqual(["bob 1000", "ada 1000"]);
  await expect(groups.create(project, idOf("a"), {})).rejects.toMatchObject({
    code: "RESOURCE_ALREADY_EXISTS",
    message: "Group already exists",
  });
  expect(await groups.create(elsewhere, idOf("a"), { organizationId: "acme", mention: false })).toMatchObject({
    organizationId: "acme",
    mention: false,
    members: [],
  });
  expect(await groups.get(project, idOf("a"))).toEqual(created);
});

test("[GR2] adding a member or removing a user who is none changes nothing, and neither moves updatedAt", async () => {
  const { groups, clock } = open();
  await groups.create(project, idOf("a"), { memberIds: ["ada"] });
  clock.now = 2_000;
  const same = await groups.addMembers(project, idOf("a"), ["ada", "ada"]);
  expect([membersOf(same), same.updatedAt, same.revision]).toEqual([["ada 1000"], 1_000, 1]);
  expect((await groups.removeMembers(project, idOf("a"), ["eve"])).updatedAt).toBe(1_000);
  const more = await groups.addMembers(project, idOf("a"), ["ada", "eve"]);
  expect([membersOf(more), more.updatedAt]).toEqual([["ada 1000", "eve 2000"], 2_000]);
  clock.now = 1_500;
  const fewer = await groups.removeMembers(project, idOf("a"), ["ada", "bob"]);
  expect([membersOf(fewer), fewer.updatedAt]).toEqual([["eve 2000"], 2_000]);
  expect(await groups.get(project, idOf("a"))).toEqual(fewer);
  for (const change of ["addMembers", "removeMembers"] as const)
    await expect(groups[change](project, idOf("nowhere"), ["ada"])).rejects.toMatchObject({
      code: "RESOURCE_NOT_FOUND",
    });
});

test("[GR3] changes that come at the same time are all made, also on other nodes", async () => {
  const { groups } = open();
  await groups.create(project, idOf("a"), { memberIds: ["ada"] });
  await Promise.all(["bob", "eve"].map((id) => groups.addMembers(project, idOf("a"), [id])));
  expect((await groups.get(project, idOf("a"))).members).toHaveLength(3);

  const { groups: raced } = open((memory) => {
    const other = createGroups({
      records: memory,
      cursors: createCursors(Buffer.alloc(32, 1)),
      now: () => 1,
      limits: { groupsPerProject: 9, membersPerGroup: 9 },
    });
    let first = true;
    return {
      async update(of, change) {
        if (first) await other.addMembers(of, change.id, ["theirs"]);
        first = false;
        return memory.update(of, change);
      },
    };
  });
  await raced.create(project, idOf("a"), {});
  const both = await raced.addMembers(project, idOf("a"), ["ours"]);
  expect(both.members.map(({ id }) => id)).toEqual(["theirs", "ours"]);

  const { groups: fought } = open(() => ({ update: async () => false }));
  await fought.create(project, idOf("a"), {});
  await expect(fought.addMembers(project, idOf("a"), ["ada"])).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
});

test("[GR4] the members of a group and the groups of a project are bounded", async () => {
  const { groups } = open();
  const many = ["a", "b", "c", "d"];
  await expect(groups.create(project, idOf("a"), { memberIds: many })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  await groups.create(project, idOf("a"), { memberIds: many.slice(1) });
  await expect(groups.addMembers(project, idOf("a"), many)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  expect((await groups.addMembers(project, idOf("a"), ["b", "c"])).members).toHaveLength(3);
  for (let n = 1; n < 150; n++) await groups.create(project, idOf(`g${n}`), {});
  await expect(groups.create(project, idOf("one more"), {})).rejects.toMatchObject({ code: "PROJECT_FULL" });
});

test("[GR5] lists go page by page, and a cursor is of one list alone", async () => {
  const { groups, clock } = open();
  for (const id of ["a", "b", "c"]) {
    clock.now++;
    await groups.create(project, idOf(id), { memberIds: id === "b" ? ["eve"] : ["ada"] });
  }
  const first = await groups.list(project, { limit: 2 });
  expect(first.groups.map(({ id }) => id)).toEqual(["c", "b"]);
  const rest = await groups.list(project, { limit: 2, startingAfter: first.nextCursor! });
  expect([rest.groups.map(({ id }) => id), rest.nextCursor]).toEqual([["a"], null]);
  const ofAda = await groups.listOfUser(project, "ada", { limit: 1 });
  expect(ofAda.groups.map(({ id }) => id)).toEqual(["c"]);
  const second = await groups.listOfUser(project, "ada", { limit: 1, startingAfter: ofAda.nextCursor! });
  expect([second.groups.map(({ id }) => id), second.nextCursor]).toEqual([["a"], null]);
  const refused = { code: "UNPROCESSABLE_ENTITY" };
  for (const cursor of [ofAda.nextCursor!, "x"])
    await expect(groups.list(project, { limit: 1, startingAfter: cursor })).rejects.toMatchObject(refused);
  for (const [of, user] of [
    [project, "eve"],
    [elsewhere, "ada"],
  ] as const)
    await expect(groups.listOfUser(of, user, { limit: 1, startingAfter: ofAda.nextCursor! })).rejects.toMatchObject(
      refused,
    );
});

test("[GR6] mentions see groups that can be mentioned, and users only those of their organization", async () => {
  const reads: number[] = [];
  const { groups } = open((memory) => ({
    find(of, ids) {
      reads.push(ids.length);
      return memory.find(of, ids);
    },
  }));
  await groups.create(project, idOf("a"), { memberIds: ["ada", "bob"] });
  await groups.create(project, idOf("quiet"), { memberIds: ["ada"], mention: false });
  await groups.create(project, idOf("theirs"), { memberIds: ["eve"], organizationId: "acme" });
  const ids = ["a", "quiet", "theirs", "nowhere", "a", "not\0storable"];
  const seen = async (organization: string) =>
    (await groups.mentionable(project, organization, ids)).map(({ id }) => id);
  expect([await seen("default"), await seen("acme")]).toEqual([["a"], ["theirs"]]);
  reads.length = 0;
  expect(await groups.members(project, ids)).toEqual(
    new Map([
      ["a", ["ada", "bob"]],
      ["theirs", ["eve"]],
    ]),
  );
  expect(reads).toEqual([4]);
  await groups.members(
    project,
    Array.from({ length: 101 }, (_, n) => `g${n}`),
  );
  expect(reads).toEqual([4, 100, 1]);
});

test("[GR7] a user is removed from every group, and a project's groups are all deleted", async () => {
  const { groups, clock } = open();
  for (let n = 0; n < 120; n++) await groups.create(project, idOf(`g${n}`), { memberIds: ["ada", "bob"] });
  await groups.create(elsewhere, idOf("a"), { memberIds: ["ada"] });
  clock.now = 2_000;
  await groups.eraseUser(project, "ada");
  expect((await groups.listOfUser(project, "ada", { limit: 1 })).groups).toEqual([]);
  const [last] = (await groups.listOfUser(project, "bob", { limit: 1 })).groups;
  expect([membersOf(last!), last!.updatedAt]).toEqual([["bob 1000"], 2_000]);
  await groups.eraseProject(project);
  expect((await groups.list(project, { limit: 1 })).groups).toEqual([]);
  expect((await groups.listOfUser(elsewhere, "ada", { limit: 1 })).groups).toHaveLength(1);
});
