import type { Usage } from "@weft/protocol";
import { expect, test } from "vitest";
import { showsMeters, usageMeasures } from "./usage-measures.ts";

const usage: Usage = {
  plan: "Free",
  periodStart: "2026-11-01T00:00:00.000Z",
  periodEnd: "2026-12-01T00:00:00.000Z",
  billableUsers: 80,
  currentPeriodActiveUsers: 83,
  includedMonthlyActiveUsers: 100,
  maximumMonthlyActiveUsers: 100,
  comments: { currentPeriodValue: 0, maximumMonthly: 1_000 },
  notifications: { currentPeriodValue: 0, maximumMonthly: 1_000 },
  textEditor: { totalInBytes: 225_443_840, maximumInBytes: 268_435_456 },
  customApp: { totalInBytes: 0, maximumInBytes: 268_435_456 },
  currentPeriodAnonymousConnections: 0,
  maximumAnonymousConnections: 10_000,
  peakRoomConnections: 10,
  maxConnectionsPerRoom: 10,
  commentsAttachments: { totalInBytes: 0, maximumInBytes: 536_870_912 },
  aiCopilotMessages: { currentPeriodValue: 0, maximumMonthly: 100 },
};

const words = (of: Usage) =>
  Object.fromEntries(usageMeasures(of).map(({ name, meter }) => [name, meter.kind === "bounded" ? meter.word : "–"]));

test("a team on Free has eight meters, and a ninth once an anonymous user connected", () => {
  expect(words(usage)).toEqual({
    users: "Near limit",
    comments: "OK",
    notifications: "OK",
    textEditor: "Near limit",
    customApp: "OK",
    commentsAttachments: "OK",
    aiCopilotMessages: "OK",
    peakRoomConnections: "Limit reached",
  });
  const visited = usageMeasures({ ...usage, currentPeriodAnonymousConnections: 3 });
  expect(visited.map(({ name }) => name)).toContain("anonymousConnections");
  expect(visited).toHaveLength(9);
  expect(usageMeasures(usage, true)).toHaveLength(9);
});

test("on Pro_2024_05, users beyond the included ones are shown as billed", () => {
  const pro: Usage = {
    ...usage,
    plan: "Pro_2024_05",
    billableUsers: 1_204,
    currentPeriodActiveUsers: 1_300,
    includedMonthlyActiveUsers: 1_000,
    maximumMonthlyActiveUsers: 10_000,
  };
  expect(usageMeasures(pro)[0]).toMatchObject({
    meter: { tone: "warning", word: "Over included" },
    note: "1,300 active this period, 204 of them billed extra",
  });
});

test("without a limit, the number of users is the number of active users", () => {
  const unlimited: Usage = {
    ...usage,
    billableUsers: 0,
    currentPeriodActiveUsers: 4,
    includedMonthlyActiveUsers: null,
    maximumMonthlyActiveUsers: null,
  };
  const [users] = usageMeasures(unlimited);
  expect(users).toMatchObject({ name: "users", meter: { kind: "unlimited", used: 4 } });
  expect(users?.note).toBeUndefined();
});

test("a server without limits shows only numbers", () => {
  const free = { currentPeriodValue: 2, maximumMonthly: null };
  const own: Usage = { ...usage, plan: "SelfHosted", includedMonthlyActiveUsers: null, comments: free };
  expect(words(own)).toMatchObject({ users: "–", comments: "–" });
});

test.for([
  ["Free", true],
  ["Pro_2024_05", true],
  ["Enterprise", false],
  ["SelfHosted", false],
] as const)("the plan %s is drawn as meters: %s", ([plan, shown]) => {
  expect(showsMeters(plan)).toBe(shown);
});
