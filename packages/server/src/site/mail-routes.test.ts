import { expect, test } from "vitest";
import { openTestEdge } from "../testing/test-edge.ts";

test("staff of a server without mail see what was kept, not what it says, and that it goes nowhere", async () => {
  await using edge = await openTestEdge({ site: { staffDomain: "weft.test" } });
  const staff = await edge.signUp({ email: "sam@weft.test" });
  await edge.signUp({ email: "bob@example.com" });
  await expect.poll(async () => (await staff.call("GET", "/internal/staff/mails")).body).toHaveLength(1);
  const { body, text } = await staff.call("GET", "/internal/staff/mails");
  expect(body[0]).toEqual({
    id: expect.any(String),
    at: expect.any(String),
    to: "bob@example.com",
    subject: "Confirm your email address",
    state: "kept",
    tries: 0,
    nextTryAt: null,
    failure: null,
  });
  expect(text).not.toContain("token=");
  const retried = await staff.call("POST", `/internal/staff/mails/${body[0].id}/retry`, {});
  expect([retried.status, retried.body.error]).toEqual([409, "CONFLICT"]);
  const others = await edge.signUp({ email: "eve@example.com" });
  expect((await others.call("GET", "/internal/staff/mails")).status).toBe(403);
});
