import type { ProjectRecord } from "@weft/collab";
import type { ProjectId } from "@weft/protocol";
import { expect, test } from "vitest";
import { openStore } from "./open.ts";
import type { Store } from "./open.ts";

const one = "p1" as ProjectId;
const other = "p2" as ProjectId;

async function openRecords(): Promise<Store> {
  const store = await openStore("sqlite::memory:");
  const project: Omit<ProjectRecord, "id"> = {
    name: "One",
    type: "prod",
    createdAt: 1,
    publicKeyCreatesRooms: false,
    versionCreationTimeout: false,
    tokenGeneration: 0,
    allowedOrigins: [],
  };
  for (const id of [one, other]) await store.accounts.putProject({ ...project, id });
  return store;
}

const wish = (project: ProjectId, id: string, requestedAt: number) => ({
  project,
  id,
  requestedBy: "ada",
  requestedAt,
});
const end = { size: 5, finishedAt: 50, expiresAt: 90, roomsDone: 2 };
const doomed = async ({ files }: Store, now = 1_000) =>
  (await files.doomed(now, 10)).map(({ blob, session, whole }) => `${blob} ${session} ${whole ? "whole" : "parts"}`);

/** Makes an export from its wish to its end. */
async function made(store: Store, project: ProjectId, id: string, at: number) {
  await store.exports.insert(wish(project, id, at), 2);
  const held = (await store.exports.claim(`claim of ${id}`, at, at + 10))!;
  await store.exports.place(held, `blob of ${id}`, `parts of ${id}`);
  expect(await store.exports.finish(held, { ...end, finishedAt: at, expiresAt: at + 40 })).toBe(true);
  await store.exports.told(held);
}

test("[EX5] a project has one export under way, and only while it is there", async () => {
  await using store = await openRecords();
  const { exports } = store;
  expect(await exports.insert(wish(one, "a", 1), 2)).toBe(true);
  expect(await exports.insert(wish(one, "b", 2), 2)).toBe(false);
  expect(await exports.insert(wish(other, "c", 3), 2)).toBe(true);
  expect(await exports.insert(wish("p9" as ProjectId, "d", 4), 2)).toBe(false);
  expect((await exports.list(one)).map(({ id }) => id)).toEqual(["a"]);
  expect(await exports.find(other, "a")).toBeUndefined();
});

test("[EX5] the newest are kept, and the bytes of the others are doomed", async () => {
  await using store = await openRecords();
  for (const [n, id] of ["a", "b", "c"].entries()) await made(store, one, id, n * 100);
  expect((await store.exports.list(one)).map(({ id }) => id)).toEqual(["c", "b"]);
  expect(await doomed(store)).toEqual([
    "blob of a parts of a whole",
    "blob of b parts of b parts",
    "blob of c parts of c parts",
  ]);
});

test("[EX1] whoever claims an export has it until its time is over; then somebody else begins it anew", async () => {
  await using store = await openRecords();
  const { exports } = store;
  await exports.insert(wish(one, "a", 1), 2);
  const first = (await exports.claim("first", 10, 20))!;
  expect(first.record).toMatchObject({ id: "a", state: "running", attempts: 1 });
  expect(await exports.claim("second", 19, 30)).toBeUndefined();
  expect(await exports.place(first, "blob", "parts")).toBe(true);
  expect(await exports.progress(first, { roomsDone: 1, roomsTotal: 9, until: 25 })).toBe(true);
  expect(await exports.find(one, "a")).toMatchObject({ roomsDone: 1, roomsTotal: 9 });
  expect(await exports.claim("second", 24, 30)).toBeUndefined();

  const second = (await exports.claim("second", 25, 40))!;
  expect(second.record).toMatchObject({ attempts: 2, roomsDone: 0, blob: "" });
  expect(await doomed(store, 20)).toEqual(["blob parts whole"]);
  const late = [
    await exports.progress(first, { roomsDone: 2, roomsTotal: 9, until: 99 }),
    await exports.place(first, "x", "y"),
    await exports.finish(first, end),
    await exports.fail(first, { failure: "late", finishedAt: 1, expiresAt: 2 }),
  ];
  expect(late).toEqual([false, false, false, false]);
  expect(await exports.find(one, "a")).toMatchObject({ state: "running", roomsDone: 0 });
});

test("[EX1] is work to do until whoever asked was told, oldest first, and keeps its bytes meanwhile", async () => {
  await using store = await openRecords();
  const { exports } = store;
  await exports.insert(wish(other, "b", 2), 2);
  await exports.insert(wish(one, "a", 1), 2);
  const held = (await exports.claim("first", 10, 20))!;
  expect(held.record.id).toBe("a");
  await exports.place(held, "blob", "parts");
  await exports.finish(held, end);
  expect(await doomed(store)).toEqual(["blob parts parts"]);
  await exports.putBack(held, { at: 30, counts: true });
  expect((await exports.claim("second", 30, 40))?.record.id).toBe("a");
  expect((await exports.claim("third", 30, 40))?.record.id).toBe("b");
  expect(await exports.find(one, "a")).toMatchObject({ state: "done", blob: "blob", size: 5 });
  await exports.told({ record: held.record, claim: "second" });
  expect((await exports.claim("fourth", 99, 100))?.record.id).toBe("b");
});

test("[EX4] the bytes go with a failure, with the end of the file, and with the project", async () => {
  await using store = await openRecords();
  const { exports } = store;
  await exports.insert(wish(one, "a", 1), 2);
  const held = (await exports.claim("first", 10, 20))!;
  await exports.place(held, "blob", "parts");
  expect(await exports.fail(held, { failure: "Why.", finishedAt: 15, expiresAt: 90 })).toBe(true);
  expect(await doomed(store)).toEqual(["blob parts whole"]);
  await exports.told(held);
  await made(store, other, "b", 100);
  await exports.dropExpired(139);
  expect(await exports.find(one, "a")).toBeUndefined();
  expect(await exports.find(other, "b")).toBeDefined();
  await exports.dropExpired(140);
  expect(await exports.find(other, "b")).toBeUndefined();
  expect(await doomed(store)).toEqual(["blob parts whole", "blob of b parts of b whole"]);

  await made(store, one, "c", 200);
  await store.accounts.deleteProject(one);
  expect(await exports.list(one)).toEqual([]);
  expect(await doomed(store)).toContain("blob of c parts of c whole");
});
