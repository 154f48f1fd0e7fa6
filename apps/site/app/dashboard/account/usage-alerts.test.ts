import type { Me } from "@weft/protocol";
import { expect, test } from "vitest";
import { getsUsageAlerts } from "./usage-alerts.ts";

const team = (role: "owner" | "member", id = "team_1"): Me["teams"][number] => ({
  id,
  name: "Engines",
  image: null,
  role,
  plan: "Free",
});

test.for([
  ["an owner who chose nothing", undefined, "owner", true],
  ["a member who chose nothing", undefined, "member", false],
  ["an owner who wants none", false, "owner", false],
  ["a member who wants them", true, "member", true],
] as const)("%s receives usage emails: %s", ([, usageAlerts, role, gets]) => {
  expect(getsUsageAlerts({ preferences: { usageAlerts }, teams: [team(role)] })).toBe(gets);
});

test("an owner of one team and member of another receives only the alerts of the first", () => {
  const me = { preferences: {}, teams: [team("owner"), team("member", "team_2")] };
  expect([getsUsageAlerts(me), getsUsageAlerts(me, "team_1"), getsUsageAlerts(me, "team_2")]).toEqual([
    true,
    true,
    false,
  ]);
});
