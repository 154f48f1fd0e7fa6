import { expect, test } from "vitest";
import type { ProjectId } from "./ids.ts";
import { webhookEventTypes } from "./webhook-endpoint.ts";
import { sampleEventOf, webhookEventFields, webhookEventSchema } from "./webhook-event-details.ts";
import { webhookEvents } from "./webhook.ts";

const now = Date.parse("2026-11-01T00:00:00.000Z");

test.for(webhookEventTypes.map((type) => [type] as const))(
  "[WH11] a sample of %s has the declared shape, and every member is described",
  ([type]) => {
    const sample = sampleEventOf(type, "p1" as ProjectId, now);
    expect(webhookEvents[type].strict().parse(sample.data)).toEqual(sample.data);
    expect(sample.data).toMatchObject({ projectId: "p1" });
    for (const { description, type: text } of webhookEventFields(type)) {
      expect(description).toMatch(/^[A-Z].*\.$/u);
      expect(text).not.toBe("unknown");
    }
  },
);

test("members are listed with their types, and the schema is that of the body", () => {
  const types = Object.fromEntries(webhookEventFields("notification").map(({ name, type }) => [name, type]));
  expect(types).toMatchObject({
    channel: '"email" | "slack" | "teams" | "webPush"',
    kind: '"thread" | "textMention" | `$${string}`',
    roomId: "string | null",
    createdAt: "string",
  });
  expect(webhookEventFields("notification").filter(({ optional }) => optional)).toHaveLength(3);
  expect(Object.fromEntries(webhookEventFields("userEntered").map(({ name, type }) => [name, type]))).toMatchObject({
    connectionId: "number",
    userInfo: "object | null",
  });
  expect(webhookEventSchema("roomCreated")).toMatchObject({
    type: "object",
    required: ["type", "data"],
    properties: { type: { const: "roomCreated" }, data: { required: ["projectId", "roomId", "createdAt"] } },
  });
});
