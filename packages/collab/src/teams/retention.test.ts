import { expect, test } from "vitest";
import { createRetentionRules } from "./retention.ts";

const rules = createRetentionRules({ webhookMessagesKeptMs: 7 * 86_400_000 });

test("without a decision of the team, data is kept as long as its plan allows, and chats without a limit", () => {
  expect(rules.of({ plan: "Free" })).toEqual({ events: 3, requestLogs: 3, webhookDeliveries: 7, aiChats: null });
  expect(rules.of(undefined)).toEqual(rules.maximum({ plan: "SelfHosted" }));
});

test("a team keeps data for less time than its plan allows, never for more", () => {
  const retention = { events: 1, requestLogs: 90, webhookDeliveries: 2, aiChats: 30 };
  expect(rules.of({ plan: "Pro_2024_05", retention })).toEqual({ ...retention, requestLogs: 30 });
  expect(rules.of({ plan: "Free", retention })).toEqual({ ...retention, requestLogs: 3 });
});

test("deliveries are kept for as long as the server's limit, in days that have begun", () => {
  const short = createRetentionRules({ webhookMessagesKeptMs: 36 * 3_600_000 });
  expect(short.of(undefined).webhookDeliveries).toBe(2);
  expect(short.of({ plan: "Free", retention: { webhookDeliveries: 7 } }).webhookDeliveries).toBe(2);
});
