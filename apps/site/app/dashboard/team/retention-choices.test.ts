import { expect, test } from "vitest";
import { retentionChoices } from "./retention-choices.ts";

const labels = (...of: Parameters<typeof retentionChoices>) => retentionChoices(...of).map(({ label }) => label);

test("days can be chosen up to what the plan allows", () => {
  expect(labels(7, 7)).toEqual(["1 day", "3 days", "7 days"]);
  expect(labels(30, 30)).toEqual(["1 day", "3 days", "7 days", "14 days", "30 days"]);
  expect(labels(5, 7)).toEqual(["1 day", "3 days", "5 days", "7 days"]);
});

test("without a maximum, data can be kept until it is deleted", () => {
  expect(labels(null, null).slice(-2)).toEqual(["365 days", "Until deleted"]);
});
