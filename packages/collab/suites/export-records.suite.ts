import type { ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import type { ExportName, ExportRecord, ExportRecords } from "../src/exports/export-records.ts";
import type { UploadRecords, PendingDeletion } from "../src/uploads/upload-records.ts";
import type { JobRecords } from "../src/jobs/job-records.ts";
import type { JobClaim } from "../src/jobs/new-job.ts";
import type { AuditRecord, AuditRecords } from "../src/teams/audit-records.ts";
import { byCodePoint, farInstant, textsInOrder } from "./sort-order.ts";

export interface ExportRecordsUnderTest extends AsyncDisposable {
  readonly exports: ExportRecords;
  readonly jobs: JobRecords;
  readonly audit: AuditRecords;
  readonly uploads: Pick<UploadRecords, "pendingDeletions" | "blobDeleted">;
  createProject(project: ProjectId): Promise<void>;
  deleteProject(project: ProjectId): Promise<void>;
  createRoom(room: RoomAddress): Promise<void>;
  deleteRoom(room: RoomAddress): Promise<void>;
  /** Adds a row to one of the room's documents; the root document's guid is "". */
  writeDocument(room: RoomAddress, guid: string, row: number): Promise<void>;
}

const one = "p1" as ProjectId;
const other = "p2" as ProjectId;
const nowhere = "p9" as ProjectId;
const t = farInstant;
const all = 1_000;

/** What every ExportRecords promises. An adapter's test file is one call to this. */
export function exportRecordsSuite(open: () => Promise<ExportRecordsUnderTest>): void {
  const openWithProjects = async () => {
    const under = await open();
    for (const project of [one, other]) await under.createProject(project);
    return under;
  };
  const named = (id: string, project = one): ExportName => ({ project, id });
  const wish = (id: string, requestedAt = t, project = one) => ({ project, id, requestedBy: "ada", requestedAt });
  const jobOf = (id: string, createdAt = t) => ({ kind: "export", key: id, createdAt, payload: {} }) as const;
  const mail = { kind: "mail", createdAt: t, payload: {} } as const;
  const entry: AuditRecord = { team: "team_1", id: "a", at: t, action: "test" };
  const end = { size: 5, finishedAt: t + 50, expiresAt: t + 90, roomsDone: 2 };
  const failed = { failure: "Why.", finishedAt: t + 50, expiresAt: t + 90 };

  /** Claims the job of the export that is due longest. */
  const claimed = async ({ jobs }: ExportRecordsUnderTest, claim = "one", at = t, until = at + 10) => {
    const [job] = await jobs.claim("export", claim, at, until, 1);
    return job && ({ id: job.id, claim } satisfies JobClaim);
  };
  /** Asks for an export, and claims its job. */
  const held = async (under: ExportRecordsUnderTest, id: string, at = t, project = one, keep = 2) => {
    expect(await under.exports.insert(wish(id, at, project), keep, { jobs: [jobOf(id, at)] })).toBe(true);
    return (await claimed(under, `claim of ${id}`, at))!;
  };
  /** Begins an export that is held, and says where its bytes will be. */
  const placed = async ({ exports }: ExportRecordsUnderTest, of: ExportName, holding: JobClaim, until = t + 10) => {
    expect(await exports.begin(of, holding)).toBe(true);
    const bytes = { blob: `blob of ${of.id}`, session: `parts of ${of.id}`, until };
    expect(await exports.place(of, bytes, holding)).toBe(true);
  };
  /** Makes an export from its wish to its end. */
  const made = async (under: ExportRecordsUnderTest, id: string, at = t, project = one, keep = 2) => {
    const holding = await held(under, id, at, project, keep);
    await placed(under, named(id, project), holding, at + 10);
    const ended = { ...end, finishedAt: at, expiresAt: at + 40 };
    expect(await under.exports.finish(named(id, project), ended, { holding })).toBe(true);
    expect(await under.jobs.finish(holding)).toBe(true);
  };
  const idsOf = async ({ exports }: ExportRecordsUnderTest, project = one) =>
    (await exports.list(project)).map(({ id }) => id);
  const pending = async ({ uploads }: ExportRecordsUnderTest): Promise<readonly PendingDeletion[]> =>
    (await uploads.pendingDeletions(t + 100_000, all)).toSorted((a, b) => byCodePoint(a.blob, b.blob));
  const pendingTexts = async (under: ExportRecordsUnderTest) =>
    (await pending(under)).map(({ blob, session, whole }) => `${blob}, ${session}, ${whole ? "whole" : "parts"}`);

  describe("ExportRecords", () => {
    test("an export is found as it was asked for, made and finished, in its project alone", async () => {
      await using under = await openWithProjects();
      const { exports } = under;
      expect(await exports.find(one, "a")).toBeUndefined();
      expect(await exports.list(one)).toEqual([]);
      const holding = await held(under, "a");
      const waiting: ExportRecord = { ...wish("a"), state: "waiting", roomsDone: 0, blob: "" };
      expect(await exports.find(one, "a")).toEqual(waiting);
      expect(await exports.list(one)).toEqual([waiting]);
      expect([await exports.find(other, "a"), await exports.find(one, "A")]).toEqual([undefined, undefined]);
      expect(await exports.list(other)).toEqual([]);

      await exports.begin(named("a"), holding);
      const running: ExportRecord = { ...waiting, state: "running" };
      expect(await exports.find(one, "a")).toEqual(running);
      const blob = `p1/exports/It's "a" \\ 😀`;
      expect(await exports.place(named("a"), { blob, session: "parts", until: t + 10 }, holding)).toBe(true);
      expect(await exports.find(one, "a")).toEqual({ ...running, blob });
      expect(await exports.progress(named("a"), { roomsDone: 3, roomsTotal: 9, until: t + 10 }, holding)).toBe(true);
      expect(await exports.find(one, "a")).toEqual({ ...running, blob, roomsDone: 3, roomsTotal: 9 });

      const large = { ...end, size: 2 ** 40 + 1 };
      expect(await exports.finish(named("a"), large, { holding })).toBe(true);
      const done: ExportRecord = { ...running, ...large, state: "done", roomsTotal: 2, blob };
      expect(await exports.find(one, "a")).toEqual(done);
      expect(await exports.list(one)).toEqual([done]);
    });

    test("an export that failed says why, and has no bytes", async () => {
      await using under = await openWithProjects();
      const holding = await held(under, "a");
      await placed(under, named("a"), holding);
      await under.exports.progress(named("a"), { roomsDone: 3, roomsTotal: 9, until: t + 10 }, holding);
      const why = { ...failed, failure: `It's "full" \\ 😀` };
      expect(await under.exports.fail(named("a"), why, { holding })).toBe(true);
      const record = { ...wish("a"), ...why, state: "failed", roomsDone: 3, roomsTotal: 9, blob: "" };
      expect(await under.exports.find(one, "a")).toEqual(record);
    });

    test("the newest are listed first, and those of one instant by their ids, highest first", async () => {
      await using under = await openWithProjects();
      const ids = textsInOrder.toSorted();
      for (const id of ids) await made(under, id, t, one, ids.length + 2);
      await made(under, "older", t - 1, one, ids.length + 2);
      await made(under, "newer", t + 1, one, ids.length + 2);
      await made(under, "elsewhere", t, other);
      expect(await idsOf(under)).toEqual(["newer", ...textsInOrder.toReversed(), "older"]);
      expect(await idsOf(under, other)).toEqual(["elsewhere"]);
    });

    test("[EX5] a project has one export under way, and only while it is there", async () => {
      await using under = await openWithProjects();
      const { exports, jobs } = under;
      const insert = (id: string, project: ProjectId) =>
        exports.insert(wish(id, t, project), 2, { jobs: [jobOf(id)], audit: [{ ...entry, id }] });
      expect(await insert("a", one)).toBe(true);
      expect(await insert("b", one)).toBe(false);
      expect(await insert("c", other)).toBe(true);
      expect(await insert("d", nowhere)).toBe(false);
      expect([await idsOf(under), await idsOf(under, other), await idsOf(under, nowhere)]).toEqual([["a"], ["c"], []]);
      // What is refused writes none of its effects.
      expect((await jobs.list()).map(({ key }) => key)).toEqual(["c", "a"]);
      expect((await under.audit.list("team_1", { limit: all })).map(({ id }) => id)).toEqual(["c", "a"]);
      // Running, it is under way as well.
      expect(await exports.begin(named("a"), (await claimed(under))!)).toBe(true);
      expect(await insert("b", one)).toBe(false);
    });

    test("[EX5] of many that are asked for at the same time, one is added", async () => {
      await using under = await openWithProjects();
      const ids = Array.from({ length: 10 }, (_, n) => `export ${n}`);
      const added = await Promise.all(ids.map((id) => under.exports.insert(wish(id), 2, { jobs: [jobOf(id)] })));
      expect(added.filter(Boolean)).toHaveLength(1);
      const [record, ...more] = await under.exports.list(one);
      expect(more).toEqual([]);
      expect(record).toMatchObject({ id: ids[added.indexOf(true)], state: "waiting" });
      expect((await under.jobs.list()).map(({ key }) => key)).toEqual([record!.id]);
    });

    test("[EX5] the next export is added once the last one has ended, however it ended", async () => {
      await using under = await openWithProjects();
      await made(under, "done", t);
      const holding = await held(under, "failed", t + 1);
      expect(await under.exports.insert(wish("early", t + 2), 2)).toBe(false);
      // An export may fail before it has begun.
      expect(await under.exports.fail(named("failed"), failed, { holding })).toBe(true);
      expect(await under.exports.insert(wish("next", t + 2), 3)).toBe(true);
      expect(await idsOf(under)).toEqual(["next", "failed", "done"]);
    });

    test("[EX5] the newest are kept, and the bytes of the others are pending deletion", async () => {
      await using under = await openWithProjects();
      for (const [n, id] of ["a", "b", "c"].entries()) await made(under, id, t + n * 100);
      await made(under, "elsewhere", t, other);
      expect([await idsOf(under), await idsOf(under, other)]).toEqual([["c", "b"], ["elsewhere"]]);
      expect(await pendingTexts(under)).toEqual([
        "blob of a, parts of a, whole",
        "blob of b, parts of b, parts",
        "blob of c, parts of c, parts",
        "blob of elsewhere, parts of elsewhere, parts",
      ]);
    });

    test("[EX5] the export that is added is kept, even when others were asked for by a clock that is ahead", async () => {
      await using under = await openWithProjects();
      await made(under, "a", t + 1_000);
      await made(under, "b", t + 2_000);
      expect(await under.exports.insert(wish("c", t), 2)).toBe(true);
      expect(await idsOf(under)).toEqual(["b", "c"]);
      await made(under, "z", t, other, 1);
      expect(await under.exports.insert(wish("y", t, other), 1)).toBe(true);
      expect(await idsOf(under, other)).toEqual(["y"]);
    });

    test("[EX1] an export and its job are added together, or not at all", async () => {
      await using under = await openWithProjects();
      await under.audit.add(entry);
      // The entry is there already: it cannot be written a second time.
      const taken = { jobs: [jobOf("a")], audit: [entry] };
      await expect(under.exports.insert(wish("a"), 2, taken)).rejects.toThrow();
      expect([await idsOf(under), await under.jobs.list()]).toEqual([[], []]);
    });

    test("[EX1] the process that holds an export's job has it until its claim is over; then another begins it anew", async () => {
      await using under = await openWithProjects();
      const { exports, jobs } = under;
      const of = named("a");
      await exports.insert(wish("a"), 2, { jobs: [jobOf("a")] });
      const first = (await claimed(under, "first", t, t + 10))!;
      await placed(under, of, first);
      expect(await jobs.extend(first, t + 15)).toBe(true);
      expect(await exports.progress(of, { roomsDone: 1, roomsTotal: 9, until: t + 15 }, first)).toBe(true);
      expect(await claimed(under, "second", t + 14)).toBeUndefined();

      const second = (await claimed(under, "second", t + 15, t + 40))!;
      expect(await exports.begin(of, second)).toBe(true);
      const running = { ...wish("a"), state: "running", roomsDone: 0, blob: "" } as const;
      expect(await exports.find(one, "a")).toMatchObject(running);
      // The first process may write until its claim would have ended.
      expect(await pending(under)).toEqual([
        { project: one, blob: "blob of a", session: "parts of a", whole: true, keptUntil: t + 15 },
      ]);
      const late = [
        await exports.begin(of, first),
        await exports.progress(of, { roomsDone: 2, roomsTotal: 9, until: t + 99 }, first),
        await exports.place(of, { blob: "x", session: "y", until: t + 99 }, first),
        await exports.finish(of, end, { holding: first, jobs: [mail], audit: [entry] }),
        await exports.fail(of, failed, { holding: first, jobs: [mail], audit: [entry] }),
      ];
      expect(late).toEqual([false, false, false, false, false]);
      expect(await exports.find(one, "a")).toMatchObject(running);
      expect(await pending(under)).toHaveLength(1);
      expect(await jobs.list({ kind: "mail" })).toEqual([]);
      expect(await under.audit.list("team_1", { limit: all })).toEqual([]);

      const again = { blob: "second blob", session: "second parts", until: t + 40 };
      expect(await exports.place(of, again, second)).toBe(true);
      expect(await exports.finish(of, end, { holding: second })).toBe(true);
      expect(await exports.find(one, "a")).toMatchObject({ state: "done", blob: "second blob" });
      expect(await pendingTexts(under)).toEqual(["blob of a, parts of a, whole", "second blob, second parts, parts"]);
    });

    test("[EX1] an attempt that placed no bytes leaves none to be deleted", async () => {
      await using under = await openWithProjects();
      const holding = await held(under, "a");
      expect(await under.exports.begin(named("a"), holding)).toBe(true);
      expect(await under.exports.begin(named("a"), holding)).toBe(true);
      expect(await under.exports.fail(named("a"), failed, { holding })).toBe(true);
      expect(await pending(under)).toEqual([]);
    });

    test("[EX1] an export ends once, together with the mail that tells of it", async () => {
      await using under = await openWithProjects();
      const { exports, jobs } = under;
      const of = named("a");
      const holding = await held(under, "a");
      await placed(under, of, holding);
      await under.audit.add(entry);
      await expect(exports.finish(of, end, { holding, jobs: [mail], audit: [entry] })).rejects.toThrow();
      await expect(exports.fail(of, failed, { holding, jobs: [mail], audit: [entry] })).rejects.toThrow();
      expect(await exports.find(one, "a")).toMatchObject({ state: "running", blob: "blob of a" });
      expect([await pending(under), await jobs.list({ kind: "mail" })]).toEqual([[], []]);

      expect(await exports.finish(of, end, { holding, jobs: [mail] })).toBe(true);
      expect(await pendingTexts(under)).toEqual(["blob of a, parts of a, parts"]);
      // The process dies before its job has ended: the next one finds nothing to do.
      const next = (await claimed(under, "next", t + 10))!;
      const done = await exports.find(one, "a");
      const late = [
        await exports.begin(of, next),
        await exports.place(of, { blob: "x", session: "y", until: t + 99 }, next),
        await exports.progress(of, { roomsDone: 9, roomsTotal: 9, until: t + 99 }, next),
        await exports.finish(of, { ...end, size: 6 }, { holding: next, jobs: [mail] }),
        await exports.fail(of, failed, { holding: next, jobs: [mail] }),
      ];
      expect(late).toEqual([false, false, false, false, false]);
      expect(await jobs.list({ kind: "mail" })).toHaveLength(1);
      expect(await pendingTexts(under)).toEqual(["blob of a, parts of a, parts"]);
      expect(await exports.find(one, "a")).toEqual(done);
    });

    test("[EX1] of several ends at the same time, one is written", async () => {
      await using under = await openWithProjects();
      const { exports, jobs } = under;
      const holding = await held(under, "a");
      await placed(under, named("a"), holding);
      const effects = { holding, jobs: [mail] };
      const ends = await Promise.all([
        exports.finish(named("a"), end, effects),
        exports.fail(named("a"), failed, effects),
        exports.finish(named("a"), { ...end, size: 6 }, effects),
        exports.fail(named("a"), failed, effects),
      ]);
      expect(ends.filter(Boolean)).toHaveLength(1);
      expect(await jobs.list({ kind: "mail" })).toHaveLength(1);
      const record = (await exports.find(one, "a"))!;
      const isDone = ends[0] || ends[2];
      expect(record).toMatchObject(isDone ? { state: "done", blob: "blob of a" } : { state: "failed", blob: "" });
      expect(await pendingTexts(under)).toEqual([`blob of a, parts of a, ${isDone ? "parts" : "whole"}`]);
    });

    test("[EX1] an export that is not there changes nothing and has no effects, nor one of the same id elsewhere", async () => {
      await using under = await openWithProjects();
      const { exports, jobs } = under;
      const holding = await held(under, "a");
      await placed(under, named("a"), holding);
      const before = await exports.find(one, "a");
      for (const of of [named("b"), named("a", other)]) {
        const outcomes = [
          await exports.begin(of, holding),
          await exports.place(of, { blob: "x", session: "y", until: t + 10 }, holding),
          await exports.progress(of, { roomsDone: 1, roomsTotal: 2, until: t + 10 }, holding),
          await exports.finish(of, end, { holding, jobs: [mail] }),
          await exports.fail(of, failed, { holding, jobs: [mail] }),
        ];
        expect(outcomes).toEqual([false, false, false, false, false]);
      }
      expect(await exports.find(one, "a")).toEqual(before);
      expect(await exports.list(other)).toEqual([]);
      expect([await pending(under), await jobs.list({ kind: "mail" })]).toEqual([[], []]);
    });

    test("[EX4] the bytes of an export that failed are pending deletion", async () => {
      await using under = await openWithProjects();
      const holding = await held(under, "a");
      await placed(under, named("a"), holding);
      await under.exports.progress(named("a"), { roomsDone: 1, roomsTotal: 2, until: t + 25 }, holding);
      expect(await under.exports.fail(named("a"), failed, { holding })).toBe(true);
      expect(await pending(under)).toEqual([
        { project: one, blob: "blob of a", session: "parts of a", whole: true, keptUntil: t + 25 },
      ]);
    });

    test("[EX4] an export goes with its bytes when its time is over, and not before", async () => {
      await using under = await openWithProjects();
      const { exports, uploads } = under;
      await made(under, "a", t);
      await made(under, "b", t + 100, other);
      const holding = await held(under, "failed", t + 101);
      await exports.fail(named("failed"), { ...failed, expiresAt: t + 139 }, { holding });
      await exports.insert(wish("waiting", t + 102, other), 2);
      // The parts are deleted; the bytes that were joined of them are still there.
      for (const parts of await pending(under)) await uploads.blobDeleted(parts, t + 100_000);

      await exports.dropExpired(t + 39);
      expect(await idsOf(under)).toEqual(["failed", "a"]);
      await exports.dropExpired(t + 40);
      expect(await idsOf(under)).toEqual(["failed"]);
      expect(await pendingTexts(under)).toEqual(["blob of a, , whole"]);
      await exports.dropExpired(t + 140);
      await exports.dropExpired(t + 140);
      expect([await idsOf(under), await idsOf(under, other)]).toEqual([[], ["waiting"]]);
      expect(await pendingTexts(under)).toEqual(["blob of a, , whole", "blob of b, , whole"]);
      // What is under way has no end yet.
      await exports.dropExpired(2 * t);
      expect(await idsOf(under, other)).toEqual(["waiting"]);
    });

    test("[EX4] the deletion of parts that is under way when their export goes does not take its bytes off the list", async () => {
      await using under = await openWithProjects();
      await made(under, "a");
      const [parts] = await pending(under);
      expect(parts).toMatchObject({ session: "parts of a", whole: false });
      await under.exports.dropExpired(t + 40);
      expect(await pendingTexts(under)).toEqual(["blob of a, parts of a, whole"]);
      await under.uploads.blobDeleted(parts!, t + 100_000);
      expect(await pendingTexts(under)).toEqual(["blob of a, parts of a, whole"]);
      await under.uploads.blobDeleted((await pending(under))[0]!, t + 100_000);
      expect(await pending(under)).toEqual([]);
    });

    test("[EX4] with a project its exports go, also one under way, and their bytes are pending deletion", async () => {
      await using under = await openWithProjects();
      const { exports } = under;
      await made(under, "a");
      const holding = await held(under, "b", t + 1);
      await placed(under, named("b"), holding, t + 30);
      await made(under, "elsewhere", t, other);
      await under.deleteProject(one);
      expect([await exports.list(one), await exports.find(one, "b")]).toEqual([[], undefined]);
      expect(await idsOf(under, other)).toEqual(["elsewhere"]);
      expect(await pending(under)).toMatchObject([
        { project: one, blob: "blob of a", session: "parts of a", whole: true },
        { project: one, blob: "blob of b", session: "parts of b", whole: true, keptUntil: t + 30 },
        { project: other, blob: "blob of elsewhere", whole: false },
      ]);
      // Its process still has the claim, and learns that the export is gone.
      const late = [
        await exports.begin(named("b"), holding),
        await exports.progress(named("b"), { roomsDone: 1, roomsTotal: 1, until: t + 99 }, holding),
        await exports.finish(named("b"), end, { holding }),
      ];
      expect(late).toEqual([false, false, false]);
      expect(await exports.insert(wish("c"), 2)).toBe(false);
    });

    test("rooms are counted in their project alone, while they are there", async () => {
      await using under = await openWithProjects();
      const { exports } = under;
      expect([await exports.countRooms(one), await exports.countRooms(nowhere)]).toEqual([0, 0]);
      const rooms = ["a", "b", "c"].map((id): RoomAddress => ({ project: one, room: id as RoomId }));
      for (const room of rooms) await under.createRoom(room);
      await under.createRoom({ project: other, room: "a" as RoomId });
      expect([await exports.countRooms(one), await exports.countRooms(other)]).toEqual([3, 1]);
      await under.deleteRoom(rooms[0]!);
      expect([await exports.countRooms(one), await exports.countRooms(other)]).toEqual([2, 1]);
    });

    test("the documents of a room beside the root one are listed by guid, each once", async () => {
      await using under = await openWithProjects();
      const { exports } = under;
      const room: RoomAddress = { project: one, room: "a" as RoomId };
      const empty: RoomAddress = { project: one, room: "b" as RoomId };
      const sameElsewhere: RoomAddress = { ...room, project: other };
      for (const address of [room, empty, sameElsewhere]) await under.createRoom(address);
      await under.writeDocument(room, "", 1);
      await under.writeDocument(sameElsewhere, "elsewhere", 1);
      expect(await exports.subdocuments(room)).toEqual([]);
      for (const guid of textsInOrder.toSorted()) for (const row of [1, 2]) await under.writeDocument(room, guid, row);
      expect(await exports.subdocuments(room)).toEqual(textsInOrder);
      expect(await exports.subdocuments(sameElsewhere)).toEqual(["elsewhere"]);
      expect(await exports.subdocuments(empty)).toEqual([]);
      expect(await exports.subdocuments({ project: one, room: "A" as RoomId })).toEqual([]);
      await under.deleteRoom(room);
      expect(await exports.subdocuments(room)).toEqual([]);
    });
  });
}
