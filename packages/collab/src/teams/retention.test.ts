import { expect, test } from "vitest";
import { maximumRetention, retentionOf } from "./retention.ts";

test("without a decision of the team, data is kept as long as its plan allows, and chats without a limit", () => {
  expect(retentionOf({ plan: "Free" })).toEqual({ events: 3, requestLogs: 3, webhookDeliveries: 7, aiChats: null });
  expect(retentionOf(undefined)).toEqual(maximumRetention({ plan: "SelfHosted" }));
});

test("a team keeps data for less time than its plan allows, never for more", () => {
  const retention = { events: 1, requestLogs: 90, webhookDeliveries: 2, aiChats: 30 };
  expect(retentionOf({ plan: "Pro_2024_05", retention })).toEqual({ ...retention, requestLogs: 30 });
  expect(retentionOf({ plan: "Free", retention })).toEqual({ ...retention, requestLogs: 3 });
});
