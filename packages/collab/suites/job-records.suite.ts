import type { JsonObject } from "@weft/protocol";
import { expect, test } from "vitest";
import type { AuditRecord, AuditRecords } from "../src/teams/audit-records.ts";
import type { JobRecords } from "../src/jobs/job-records.ts";
import type { JobClaim, NewJob } from "../src/jobs/new-job.ts";

/** Milliseconds since the epoch, as they are in 2027: more than 32 bits hold. */
const t = 1_800_000_000_000;

/** What every JobRecords promises. */
export function jobRecordsSuite(
  open: () => Promise<{ readonly jobs: JobRecords; readonly audit: AuditRecords } & AsyncDisposable>,
): void {
  const job = (of: Partial<NewJob> = {}): NewJob => ({ kind: "mail", createdAt: t, payload: { n: 1 }, ...of });
  const claimed = async (jobs: JobRecords, at: number, secret = "one", until = at + 10): Promise<JobClaim> => {
    const [found] = await jobs.claim("mail", secret, at, until, 1);
    return { id: found!.id, claim: secret };
  };
  const entry: AuditRecord = { team: "team_1", id: "a", at: t, action: "test" };

  test("[JB1] a job is kept as it was added, and is claimed once it is due, longest due first", async () => {
    await using under = await open();
    const { jobs } = under;
    const payload: JsonObject = { text: "It’s “織物” 🧵", nothing: null, list: [1.5] };
    await jobs.add([
      job({ dueAt: t + 5, subject: "ada@weft.test", giveUpAt: t + 50, payload }),
      job({ dueAt: t + 3 }),
      job({ dueAt: t + 3 }),
      job({ kind: "export", key: "p1" }),
    ]);
    expect(await jobs.nextDueAt("mail")).toBe(t + 3);
    expect(await jobs.claim("mail", "early", t + 2, t + 9, 9)).toEqual([]);
    const first = await jobs.claim("mail", "one", t + 5, t + 20, 2);
    expect(first.map(({ id }) => id)).toEqual([2, 3]);
    const [last, ...none] = await jobs.claim("mail", "two", t + 5, t + 20, 2);
    expect(none).toEqual([]);
    expect(last).toEqual({
      id: 1,
      kind: "mail",
      key: expect.any(String),
      subject: "ada@weft.test",
      createdAt: t,
      state: "waiting",
      claimed: true,
      dueAt: t + 20,
      giveUpAt: t + 50,
      tries: 1,
      deaths: 0,
      payload,
      failure: undefined,
    });
    expect(await jobs.nextDueAt("export")).toBe(t);
    expect(await jobs.nextDueAt("version")).toBeUndefined();
  });

  test("[JB1] of many simultaneous claims, each job has one", async () => {
    await using under = await open();
    await under.jobs.add(Array.from({ length: 20 }, () => job()));
    const claims = await Promise.all(
      Array.from({ length: 10 }, (_, n) => under.jobs.claim("mail", `claim ${n}`, t, t + 10, 3)),
    );
    const ids = claims.flat().map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([20, 20]);
  });

  test("[JB2] a claim that ended leaves the job to another, and changes nothing any more", async () => {
    await using under = await open();
    const { jobs } = under;
    await jobs.add([job()]);
    const first = await claimed(jobs, t, "one", t + 10);
    expect(await jobs.claim("mail", "two", t + 9, t + 20, 1)).toEqual([]);
    expect(await jobs.extend(first, t + 15)).toBe(true);
    expect(await jobs.claim("mail", "two", t + 14, t + 20, 1)).toEqual([]);
    const second = await claimed(jobs, t + 15, "two", t + 30);
    const late = [
      await jobs.extend(first, t + 99),
      await jobs.finish(first),
      await jobs.finish(first, { audit: [entry] }),
      await jobs.repeat(first, t + 99),
      await jobs.postpone(first, { dueAt: t + 99, counts: true }),
      await jobs.fail(first, "late"),
    ];
    expect(late).toEqual([false, false, false, false, false, false]);
    expect(await under.audit.list("team_1", { limit: 9 })).toEqual([]);
    expect(await jobs.find(second.id)).toMatchObject({ tries: 2, dueAt: t + 30, failure: undefined, state: "waiting" });
    expect(await jobs.finish(second)).toBe(true);
    expect(await jobs.find(second.id)).toBeUndefined();
  });

  test("[JB2] a job ends together with its effects, or not at all", async () => {
    await using under = await open();
    const { jobs, audit } = under;
    await jobs.add([job(), job()]);
    const first = await claimed(jobs, t, "one");
    expect(await jobs.finish(first, { audit: [entry], jobs: [job({ kind: "version", key: "after" })] })).toBe(true);
    expect(await audit.list("team_1", { limit: 9 })).toHaveLength(1);
    expect(await jobs.nextDueAt("version")).toBe(t);
    const second = await claimed(jobs, t, "two");
    // The entry is there already: it cannot be written a second time.
    await expect(jobs.finish(second, { audit: [entry], jobs: [job({ kind: "export" })] })).rejects.toThrow();
    expect(await jobs.find(second.id)).toBeDefined();
    expect(await jobs.nextDueAt("export")).toBeUndefined();
  });

  test("[JB3] of a key there is one job; adding it again brings it forward", async () => {
    await using under = await open();
    const { jobs } = under;
    const keyed = (dueAt: number, n: number) => job({ key: "a", dueAt, payload: { n } });
    await jobs.add([keyed(t + 50, 1), job({ kind: "version", key: "a", dueAt: t + 60 })]);
    await jobs.add([keyed(t + 90, 2)]);
    expect(await jobs.nextDueAt("mail")).toBe(t + 50);
    await jobs.add([keyed(t + 20, 3)]);
    expect(await jobs.list({ kind: "mail" })).toMatchObject([{ key: "a", dueAt: t + 20, payload: { n: 3 }, tries: 0 }]);
    expect(await jobs.nextDueAt("version")).toBe(t + 60);
  });

  test("[JB3] a job that is added while it runs is due again when it has run", async () => {
    await using under = await open();
    const { jobs } = under;
    await jobs.add([job({ key: "a" })]);
    const first = await claimed(jobs, t, "one", t + 10);
    await jobs.add([job({ key: "a", dueAt: t + 40 })]);
    await jobs.add([job({ key: "a", dueAt: t + 30 }), job({ key: "a", dueAt: t + 50 })]);
    expect(await jobs.nextDueAt("mail")).toBe(t + 10);
    expect(await jobs.finish(first)).toBe(true);
    expect(await jobs.find(first.id)).toMatchObject({ dueAt: t + 30, tries: 0, claimed: false });
    const second = await claimed(jobs, t + 30, "two");
    expect(await jobs.finish(second)).toBe(true);
    expect(await jobs.list()).toEqual([]);
  });

  test("[JB3] a job that repeats is due again as it says, or earlier if it was added meanwhile", async () => {
    await using under = await open();
    const { jobs } = under;
    await jobs.add([job({ key: "sweep" })]);
    expect(await jobs.repeat(await claimed(jobs, t), t + 100)).toBe(true);
    expect(await jobs.nextDueAt("mail")).toBe(t + 100);
    const again = await claimed(jobs, t + 100, "two");
    await jobs.add([job({ key: "sweep", dueAt: t + 101 })]);
    await jobs.repeat(again, t + 200);
    expect(await jobs.nextDueAt("mail")).toBe(t + 101);
    const third = await claimed(jobs, t + 101, "three");
    await jobs.add([job({ key: "sweep", dueAt: t + 500 })]);
    await jobs.repeat(third, t + 300);
    expect(await jobs.nextDueAt("mail")).toBe(t + 300);
    expect(await jobs.list()).toMatchObject([{ tries: 0, claimed: false }]);
  });

  test("[JB6] deaths of processes that held a job are counted until it ends or makes progress", async () => {
    await using under = await open();
    const { jobs } = under;
    await jobs.add([job(), job({ kind: "export" })]);
    const claim = await claimed(jobs, t, "one", t + 10);
    expect(await jobs.claim("mail", "two", t + 10, t + 20, 9, { which: "released" })).toEqual([]);
    expect(await jobs.claim("export", "two", t + 10, t + 20, 9, { which: "abandoned" })).toEqual([]);
    const [second] = await jobs.claim("mail", "two", t + 10, t + 20, 9, { which: "abandoned" });
    expect(second).toMatchObject({ id: claim.id, deaths: 1, tries: 2 });
    const two = { ...claim, claim: "two" };
    expect(await jobs.extend(two, t + 20)).toBe(true);
    expect(await jobs.progressed(claim)).toBe(false);
    expect(await jobs.progressed(two)).toBe(true);
    expect(await jobs.find(claim.id)).toMatchObject({ deaths: 0, claimed: true });
    const [third] = await jobs.claim("mail", "three", t + 20, t + 30, 9);
    expect(third).toMatchObject({ deaths: 1 });
    expect(await jobs.postpone({ ...claim, claim: "three" }, { dueAt: t + 30, counts: false })).toBe(true);
    expect(await jobs.claim("mail", "four", t + 30, t + 40, 9, { which: "released" })).toMatchObject([{ deaths: 0 }]);
    const [fifth] = await jobs.claim("mail", "five", t + 40, t + 50, 9);
    expect(fifth).toMatchObject({ deaths: 1 });
    expect(await jobs.repeat({ ...claim, claim: "five" }, t + 60)).toBe(true);
    expect(await jobs.find(claim.id)).toMatchObject({ deaths: 0 });
  });

  test("[JB6] a parked job does not run until staff release it, or it is added again", async () => {
    await using under = await open();
    const { jobs } = under;
    const parked = async (kind: "mail" | "export") => {
      await jobs.add([job({ kind, key: "a" })]);
      await jobs.claim(kind, "one", t, t + 10, 1);
      const [found] = await jobs.claim(kind, "two", t + 10, t + 20, 1);
      const claim = { id: found!.id, claim: "two" };
      expect(await jobs.park({ ...claim, claim: "one" }, "late")).toBe(false);
      expect(await jobs.park(claim, "Twice.")).toBe(true);
      return claim.id;
    };
    const id = await parked("mail");
    expect(await jobs.nextDueAt("mail")).toBeUndefined();
    expect(await jobs.list({ state: "parked" })).toMatchObject([{ id, failure: "Twice.", deaths: 1, claimed: false }]);
    expect(await jobs.retry(id, t + 30)).toBe(true);
    expect(await jobs.find(id)).toMatchObject({ state: "waiting", deaths: 0, tries: 0 });
    const other = await parked("export");
    await jobs.add([job({ kind: "export", key: "a", dueAt: t + 40 })]);
    expect(await jobs.find(other)).toMatchObject({ state: "waiting", deaths: 0, tries: 0, dueAt: t + 40 });
  });

  test("[JB4] a failed try is recorded and counted, an interrupted one is not", async () => {
    await using under = await open();
    const { jobs } = under;
    await jobs.add([job()]);
    const first = await claimed(jobs, t);
    expect(await jobs.postpone(first, { dueAt: t + 60, failure: "Away.", counts: true })).toBe(true);
    expect(await jobs.find(first.id)).toMatchObject({ tries: 1, dueAt: t + 60, failure: "Away.", claimed: false });
    const second = await claimed(jobs, t + 60, "two");
    expect(await jobs.postpone(second, { dueAt: t + 60, counts: false })).toBe(true);
    expect(await jobs.find(first.id)).toMatchObject({ tries: 1, dueAt: t + 60, failure: "Away." });
  });

  test("[JB4] a job that failed permanently waits for staff, and then runs as if it were new", async () => {
    await using under = await open();
    const { jobs } = under;
    await jobs.add([job({ giveUpAt: t + 5 })]);
    const claim = await claimed(jobs, t);
    expect(await jobs.retry(claim.id, t)).toBe(false);
    expect(await jobs.fail(claim, "No such user.")).toBe(true);
    expect(await jobs.nextDueAt("mail")).toBeUndefined();
    expect(await jobs.claim("mail", "two", t + 999, t + 1_000, 9)).toEqual([]);
    expect(await jobs.list({ state: "failed" })).toMatchObject([{ id: claim.id, failure: "No such user.", tries: 1 }]);
    expect(await jobs.retry(claim.id, t + 9, t + 99)).toBe(true);
    expect(await jobs.find(claim.id)).toMatchObject({ state: "waiting", tries: 0, dueAt: t + 9, giveUpAt: t + 99 });
    expect(await jobs.retry(claim.id + 1, t)).toBe(false);
    // Added again, a job that failed is new, too.
    await jobs.add([job({ kind: "export", key: "a" })]);
    const [again] = await jobs.claim("export", "three", t, t + 10, 1);
    await jobs.fail({ id: again!.id, claim: "three" }, "Broken.");
    await jobs.add([job({ kind: "export", key: "a", dueAt: t + 70 })]);
    expect(await jobs.list({ kind: "export" })).toMatchObject([{ state: "waiting", tries: 0, dueAt: t + 70 }]);
  });

  test("[JB5] of jobs that wait for nothing the newest 200 of a kind stay, and 500 are listed", async () => {
    await using under = await open();
    const { jobs } = under;
    await jobs.add([job({ kind: "export", key: "other", state: "kept" })]);
    await jobs.add(Array.from({ length: 150 }, (_, n) => job({ state: "kept", payload: { n } })));
    await jobs.add(Array.from({ length: 150 }, (_, n) => job({ state: "kept", payload: { n: 150 + n } })));
    const kept = await jobs.list({ kind: "mail" });
    expect([kept.length, kept[0]!.payload["n"], kept.at(-1)!.payload["n"]]).toEqual([200, 299, 100]);
    expect(await jobs.list({ kind: "export" })).toHaveLength(1);
    expect(await jobs.claim("mail", "one", t + 999, t + 1_000, 9)).toEqual([]);
    await jobs.add(Array.from({ length: 600 }, () => job({ kind: "version" })));
    expect(await jobs.list({ kind: "version" })).toHaveLength(500);
    await jobs.claim("version", "one", t, t + 10, 7);
    expect(await jobs.list({ kind: "version", claimed: true })).toHaveLength(7);
  });

  test("[JB5] a listener is notified of jobs once they are durable, and of none that were not written", async () => {
    await using under = await open();
    const { jobs, audit } = under;
    const heard: unknown[] = [];
    jobs.onAdded((added) => void heard.push(...added.map(({ key }) => key)));
    await jobs.add([job({ key: "a" }), job({ key: "b" })]);
    expect(heard).toEqual(["a", "b"]);
    const claim = await claimed(jobs, t);
    await audit.add(entry);
    await expect(jobs.finish(claim, { audit: [entry], jobs: [job({ key: "c" })] })).rejects.toThrow();
    await jobs.finish({ ...claim, claim: "lost" }, { holding: { ...claim, claim: "lost" }, jobs: [job({ key: "d" })] });
    expect(heard).toEqual(["a", "b"]);
  });
}
