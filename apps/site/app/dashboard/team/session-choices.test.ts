import { expect, test } from "vitest";
import { sessionChoices } from "./session-choices.ts";

test("durations are offered from short to long, including the current one", () => {
  expect(sessionChoices(null).map(({ label }) => label)).toEqual([
    "Never",
    "1 hour",
    "8 hours",
    "1 day",
    "7 days",
    "30 days",
  ]);
  expect(sessionChoices(12)).toContainEqual({ value: "12", label: "12 hours" });
  expect(sessionChoices(8)).toHaveLength(6);
});
