import { describe, expect, test } from "vitest";
import type { UsageAlert, UsageAlertRecords } from "../src/activity/usage-alert-records.ts";
import type { JobRecords } from "../src/jobs/job-records.ts";
import type { NewJob } from "../src/jobs/new-job.ts";
import type { AuditRecord, AuditRecords } from "../src/teams/audit-records.ts";
import { byCodePoint, farInstant } from "./sort-order.ts";

export interface UsageAlertRecordsUnderTest extends AsyncDisposable {
  readonly usageAlerts: UsageAlertRecords;
  readonly jobs: JobRecords;
  readonly audit: AuditRecords;
  createTeam(id: string): Promise<void>;
  deleteTeam(id: string): Promise<void>;
}

const one = "team_1";
const other = "team_2";
const period = "2026-11";
const at = farInstant;

/** What every UsageAlertRecords promises. An adapter's test file is one call to this. */
export function usageAlertRecordsSuite(open: () => Promise<UsageAlertRecordsUnderTest>): void {
  const openWithTeams = async () => {
    const under = await open();
    for (const team of [one, other]) await under.createTeam(team);
    return under;
  };
  const alert = (threshold: UsageAlert["threshold"], meter: UsageAlert["meter"] = "users"): UsageAlert => ({
    meter,
    threshold,
  });
  const mail = (key: string): NewJob => ({ kind: "mail", key, createdAt: at, payload: {} });
  const entry: AuditRecord = { team: one, id: "a", at, action: "test" };
  /** The alerts that a team has got, such as `users 80`. */
  const toldOf = async ({ usageAlerts }: UsageAlertRecordsUnderTest, team = one, of = period) =>
    (await usageAlerts.told(team, of)).map(({ meter, threshold }) => `${meter} ${threshold}`).sort(byCodePoint);
  const mailsIn = async ({ jobs }: UsageAlertRecordsUnderTest) => (await jobs.list()).map(({ key }) => key).toSorted();

  describe("UsageAlertRecords", () => {
    test("a team has no alerts at first, and then its own in their period", async () => {
      await using under = await openWithTeams();
      const { usageAlerts } = under;
      for (const team of [one, "nowhere", ""]) expect(await usageAlerts.told(team, period)).toEqual([]);
      expect(await usageAlerts.tell(one, period, [alert(80)], at, { jobs: [mail("first")] })).toBe(true);
      expect(await usageAlerts.told(one, period)).toEqual([alert(80)]);
      expect([await toldOf(under, other), await toldOf(under, one, "2026-12")]).toEqual([[], []]);
      expect(await usageAlerts.tell(other, period, [alert(80)], at, { jobs: [mail("second")] })).toBe(true);
      expect(await usageAlerts.tell(one, "2026-12", [alert(80)], at, { jobs: [mail("third")] })).toBe(true);
      expect(await mailsIn(under)).toEqual(["first", "second", "third"]);
      expect([await toldOf(under), await toldOf(under, other), await toldOf(under, one, "2026-12")]).toEqual([
        ["users 80"],
        ["users 80"],
        ["users 80"],
      ]);
    });

    test("each meter and each threshold is an alert of its own", async () => {
      await using under = await openWithTeams();
      const { usageAlerts } = under;
      expect(await usageAlerts.tell(one, period, [alert(80)], at, {})).toBe(true);
      expect(await usageAlerts.tell(one, period, [alert(100), alert(80, "textEditor")], at + 1, {})).toBe(true);
      expect(await usageAlerts.tell(one, period, [alert(100, "textEditor")], at + 2, {})).toBe(true);
      expect(await toldOf(under)).toEqual(["textEditor 100", "textEditor 80", "users 100", "users 80"]);
    });

    test("if a team was already notified of one of the alerts, none of them is recorded and no mail is sent", async () => {
      await using under = await openWithTeams();
      const { usageAlerts, audit } = under;
      expect(await usageAlerts.tell(one, period, [alert(80)], at, { jobs: [mail("first")] })).toBe(true);
      const again = { jobs: [mail("again")], audit: [entry] };
      for (const alerts of [[alert(80)], [alert(80), alert(100)], [alert(80, "customApp"), alert(100), alert(80)]])
        expect(await usageAlerts.tell(one, period, alerts, at + 1, again)).toBe(false);
      expect(await usageAlerts.tell(one, period, [alert(100), alert(100)], at + 1, again)).toBe(false);
      expect([await toldOf(under), await mailsIn(under)]).toEqual([["users 80"], ["first"]]);
      expect(await audit.list(one, { limit: 9 })).toEqual([]);
      expect(await usageAlerts.tell(one, period, [alert(100)], at + 1, again)).toBe(true);
      expect([await toldOf(under), await mailsIn(under)]).toEqual([
        ["users 100", "users 80"],
        ["again", "first"],
      ]);
      expect(await audit.list(one, { limit: 9 })).toEqual([entry]);
    });

    test("alerts and their emails are stored together, or neither is", async () => {
      await using under = await openWithTeams();
      await under.audit.add(entry);
      // The entry is there already: it cannot be written a second time.
      const effects = { jobs: [mail("lost")], audit: [entry] };
      await expect(under.usageAlerts.tell(one, period, [alert(80), alert(100)], at, effects)).rejects.toThrow();
      expect([await toldOf(under), await mailsIn(under)]).toEqual([[], []]);
    });

    test("of many processes that alert a team at the same time, one does", async () => {
      await using under = await openWithTeams();
      const { usageAlerts } = under;
      const told = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          // Each of them sends 100, some 80 as well, in either order.
          usageAlerts.tell(
            one,
            period,
            [[alert(100)], [alert(80), alert(100)], [alert(100), alert(80)]][n % 3]!,
            at + n,
            { jobs: [mail(`mail ${n}`)] },
          ),
        ),
      );
      expect(told.filter(Boolean)).toHaveLength(1);
      const winner = told.indexOf(true);
      expect(await mailsIn(under)).toEqual([`mail ${winner}`]);
      expect(await toldOf(under)).toEqual(winner % 3 === 0 ? ["users 100"] : ["users 100", "users 80"]);
    });

    test("teams that are alerted at the same time each get their own alerts", async () => {
      await using under = await openWithTeams();
      const told = await Promise.all(
        [one, other].map((team) => under.usageAlerts.tell(team, period, [alert(80)], at, { jobs: [mail(team)] })),
      );
      expect([told, await mailsIn(under)]).toEqual([
        [true, true],
        [one, other],
      ]);
    });

    test("a missing team gets no alerts, and a team's alerts are deleted with it", async () => {
      await using under = await openWithTeams();
      const { usageAlerts } = under;
      expect(await usageAlerts.tell("nowhere", period, [alert(80)], at, { jobs: [mail("lost")] })).toBe(false);
      expect(await toldOf(under, "nowhere")).toEqual([]);
      await usageAlerts.tell(one, period, [alert(80), alert(100)], at, { jobs: [mail("first")] });
      await usageAlerts.tell(other, period, [alert(80)], at, { jobs: [mail("second")] });
      await under.deleteTeam(one);
      expect([await toldOf(under), await toldOf(under, other)]).toEqual([[], ["users 80"]]);
      expect(await usageAlerts.tell(one, period, [alert(80)], at, { jobs: [mail("lost")] })).toBe(false);
      expect(await mailsIn(under)).toEqual(["first", "second"]);
      await under.createTeam(one);
      expect(await toldOf(under)).toEqual([]);
      expect(await usageAlerts.tell(one, period, [alert(80)], at, {})).toBe(true);
    });

    test("a team that is deleted while it is alerted has no alerts afterwards", async () => {
      await using under = await openWithTeams();
      const [told] = await Promise.all([
        under.usageAlerts.tell(one, period, [alert(80)], at, { jobs: [mail("mail")] }),
        under.deleteTeam(one),
      ]);
      expect(await toldOf(under)).toEqual([]);
      expect(await mailsIn(under)).toEqual(told ? ["mail"] : []);
    });
  });
}
