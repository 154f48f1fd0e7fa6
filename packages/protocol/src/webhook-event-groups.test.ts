import { expect, test } from "vitest";
import { webhookEventTypes } from "./webhook-endpoint.ts";
import { webhookEventGroups } from "./webhook-event-groups.ts";

test("every event that is declared is in one group, with a description", () => {
  const described = webhookEventGroups.flatMap(({ events }) => events);
  expect(described.map(({ type }) => type).toSorted()).toEqual(webhookEventTypes.toSorted());
  for (const { description } of described) expect(description).toMatch(/^[A-Z].*\.$/);
});
