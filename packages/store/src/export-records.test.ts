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
/** An export is made by a job, whose claim holds it. */
async function heldJob({ jobs }: Store, claim: string, at: number, until = at + 10) {
  const [job] = await jobs.claim("export", claim, at, until, 1);
  return job && { id: job.id, claim };
}
const jobOf = (id: string, createdAt: number) => ({
  jobs: [{ kind: "export", key: id, createdAt, payload: {} } as const],
});
const end = { size: 5, finishedAt: 50, expiresAt: 90, roomsDone: 2 };
const pendingDeletions = async ({ files }: Store, now = 1_000) =>
  (await files.pendingDeletions(now, 10)).map(
    ({ blob, session, whole }) => `${blob} ${session} ${whole ? "whole" : "parts"}`,
  );

/** Makes an export from its wish to its end. */
async function made(store: Store, project: ProjectId, id: string, at: number) {
  await store.exports.insert(wish(project, id, at), 2, jobOf(id, at));
  const holding = (await heldJob(store, `claim of ${id}`, at))!;
  const of = { project, id };
  expect(await store.exports.begin(of, holding)).toBe(true);
  await store.exports.place(of, { blob: `blob of ${id}`, session: `parts of ${id}`, until: at + 10 }, holding);
  expect(await store.exports.finish(of, { ...end, finishedAt: at, expiresAt: at + 40 }, { holding })).toBe(true);
  await store.jobs.finish(holding);
}

test("[EX5] a project has one export under way, and only while it is there", async () => {
  await using store = await openRecords();
  const { exports } = store;
  expect(await exports.insert(wish(one, "a", 1), 2, jobOf("a", 1))).toBe(true);
  expect(await exports.insert(wish(one, "b", 2), 2, jobOf("b", 2))).toBe(false);
  expect(await exports.insert(wish(other, "c", 3), 2, jobOf("c", 3))).toBe(true);
  expect(await exports.insert(wish("p9" as ProjectId, "d", 4), 2, jobOf("d", 4))).toBe(false);
  expect((await exports.list(one)).map(({ id }) => id)).toEqual(["a"]);
  expect(await exports.find(other, "a")).toBeUndefined();
  expect((await store.jobs.list()).map(({ key }) => key)).toEqual(["c", "a"]);
});

test("[EX5] the newest are kept, and the bytes of the others are pending deletion", async () => {
  await using store = await openRecords();
  for (const [n, id] of ["a", "b", "c"].entries()) await made(store, one, id, n * 100);
  expect((await store.exports.list(one)).map(({ id }) => id)).toEqual(["c", "b"]);
  expect(await pendingDeletions(store)).toEqual([
    "blob of a parts of a whole",
    "blob of b parts of b parts",
    "blob of c parts of c parts",
  ]);
});

test("[EX1] whoever holds an export's job has it until the claim is over; then another begins it anew", async () => {
  await using store = await openRecords();
  const { exports } = store;
  const of = { project: one, id: "a" };
  await exports.insert(wish(one, "a", 1), 2, jobOf("a", 1));
  const first = (await heldJob(store, "first", 10, 20))!;
  expect(await exports.begin(of, first)).toBe(true);
  expect(await exports.place(of, { blob: "blob", session: "parts", until: 20 }, first)).toBe(true);
  expect(await store.jobs.extend(first, 25)).toBe(true);
  expect(await exports.progress(of, { roomsDone: 1, roomsTotal: 9, until: 25 }, first)).toBe(true);
  expect(await exports.find(one, "a")).toMatchObject({ state: "running", roomsDone: 1, roomsTotal: 9 });
  expect(await heldJob(store, "second", 24)).toBeUndefined();

  const second = (await heldJob(store, "second", 25, 40))!;
  expect(await exports.begin(of, second)).toBe(true);
  expect(await exports.find(one, "a")).toMatchObject({ roomsDone: 0, blob: "" });
  // Whoever had it may write until its claim would have ended.
  expect(await store.files.pendingDeletions(1_000, 10)).toMatchObject([
    { blob: "blob", session: "parts", keptUntil: 25 },
  ]);
  const late = [
    await exports.begin(of, first),
    await exports.progress(of, { roomsDone: 2, roomsTotal: 9, until: 99 }, first),
    await exports.place(of, { blob: "x", session: "y", until: 99 }, first),
    await exports.finish(of, end, { holding: first }),
    await exports.fail(of, { failure: "late", finishedAt: 1, expiresAt: 2 }, { holding: first }),
  ];
  expect(late).toEqual([false, false, false, false, false]);
  expect(await exports.find(one, "a")).toMatchObject({ state: "running", roomsDone: 0 });
});

test("[EX1] an export ends once, together with the mail that tells of it", async () => {
  await using store = await openRecords();
  const { exports, jobs } = store;
  const of = { project: one, id: "a" };
  await exports.insert(wish(one, "a", 1), 2, jobOf("a", 1));
  const holding = (await heldJob(store, "first", 10))!;
  await exports.begin(of, holding);
  await exports.place(of, { blob: "blob", session: "parts", until: 20 }, holding);
  const mail = { kind: "mail", createdAt: 15, payload: {} } as const;
  expect(await exports.finish(of, end, { holding, jobs: [mail] })).toBe(true);
  expect(await pendingDeletions(store)).toEqual(["blob parts parts"]);
  // The process dies before its job has ended: the next one finds nothing to do.
  const next = (await heldJob(store, "second", 30))!;
  expect(await exports.begin(of, next)).toBe(false);
  expect(await exports.finish(of, end, { holding: next, jobs: [mail] })).toBe(false);
  expect(await jobs.list({ kind: "mail" })).toHaveLength(1);
  expect(await exports.find(one, "a")).toMatchObject({ state: "done", blob: "blob", size: 5 });
});

test("[EX4] the bytes go with a failure, with the end of the file, and with the project", async () => {
  await using store = await openRecords();
  const { exports } = store;
  const of = { project: one, id: "a" };
  await exports.insert(wish(one, "a", 1), 2, jobOf("a", 1));
  const holding = (await heldJob(store, "first", 10))!;
  await exports.begin(of, holding);
  await exports.place(of, { blob: "blob", session: "parts", until: 20 }, holding);
  expect(await exports.fail(of, { failure: "Why.", finishedAt: 15, expiresAt: 90 }, { holding })).toBe(true);
  expect(await pendingDeletions(store)).toEqual(["blob parts whole"]);
  await store.jobs.finish(holding);
  await made(store, other, "b", 100);
  await exports.dropExpired(139);
  expect(await exports.find(one, "a")).toBeUndefined();
  expect(await exports.find(other, "b")).toBeDefined();
  await exports.dropExpired(140);
  expect(await exports.find(other, "b")).toBeUndefined();
  expect(await pendingDeletions(store)).toEqual(["blob parts whole", "blob of b parts of b whole"]);

  await made(store, one, "c", 200);
  await store.accounts.deleteProject(one);
  expect(await exports.list(one)).toEqual([]);
  expect(await pendingDeletions(store)).toContain("blob of c parts of c whole");
});
