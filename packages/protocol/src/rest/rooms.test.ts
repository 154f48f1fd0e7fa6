import { expect, test } from "vitest";
import { explainIssues } from "../endpoint.ts";
import { getActiveUsers, getActiveUsersHyphenated, updateRoomId, upsertRoom } from "./rooms.ts";

const fault = (schema: typeof updateRoomId.body | typeof upsertRoom.body, input: unknown) => {
  const parsed = schema!.safeParse(input);
  return parsed.success ? undefined : explainIssues(parsed.error, input);
};

test("a renamed room needs its new id, and an upsert what to update", () => {
  expect(fault(updateRoomId.body, {})).toBe("Missing key: 'newRoomId'.");
  expect(fault(upsertRoom.body, {})).toBe("Missing key: 'update'.");
  expect(fault(upsertRoom.body, { update: {} })).toBeUndefined();
});

test("the reference says how often active users may be asked for, under both spellings", () => {
  for (const { description } of [getActiveUsers, getActiveUsersHyphenated])
    expect(description).toContain("at most once every 10 seconds");
});
