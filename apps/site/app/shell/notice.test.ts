import type { Me } from "@weft/protocol";
import { expect, test } from "vitest";
import { noticeOf } from "./notice.ts";

const user = { email: "ada@example.com", emailVerified: false } as NonNullable<Me["user"]>;
const limit = { teamName: "Engines", what: "Comments", href: "/dashboard/team_1/settings/billing" };
const everything = {
  reachable: false,
  limit,
  me: { user, invitations: [{ id: "inv_1", teamName: "Looms" }] },
  pathname: "/dashboard/team_1",
};

test("the most urgent notice is shown, and the next one once it is resolved", () => {
  expect(noticeOf(everything)).toEqual({ kind: "unreachable" });
  const reached = { ...everything, reachable: true };
  expect(noticeOf(reached)).toEqual({ kind: "limit", ...limit });
  const below = { ...reached, limit: null };
  expect(noticeOf(below)).toEqual({ kind: "unverified", email: "ada@example.com" });
  const verified = { ...below, me: { ...below.me, user: { ...user, emailVerified: true } } };
  expect(noticeOf(verified)).toEqual({ kind: "invitation", id: "inv_1", teamName: "Looms" });
  expect(noticeOf({ ...verified, me: { ...verified.me, invitations: [] } })).toBeUndefined();
  expect(noticeOf({ ...verified, me: undefined })).toBeUndefined();
  expect(noticeOf({ ...verified, me: undefined, newVersion: true })).toEqual({ kind: "newVersion" });
  expect(noticeOf({ ...verified, newVersion: true })).toMatchObject({ kind: "invitation" });
});

test("a notice is not shown on the page that it links to", () => {
  const reached = { ...everything, reachable: true, me: { user: null, invitations: everything.me.invitations } };
  expect(noticeOf({ ...reached, pathname: limit.href })).toMatchObject({ kind: "invitation" });
  expect(noticeOf({ ...reached, limit: null, pathname: "/accept-invitation/inv_1" })).toBeUndefined();
});
