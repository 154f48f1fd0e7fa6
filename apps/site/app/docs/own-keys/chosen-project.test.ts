import { expect, test } from "vitest";
import { shownProject } from "./chosen-project.ts";

test.for([
  ["nothing was chosen or worked in", null, null, "demo"],
  ["a project was worked in", null, "board", "board"],
  ["another was chosen since", { id: "demo", workedIn: "board" }, "board", "demo"],
  ["another was worked in after the choice", { id: "demo", workedIn: "board" }, "notes", "notes"],
  ["the project last worked in is gone", null, "deleted", "demo"],
] as const)("when %s, its keys are shown", ([, choice, workedIn, shown]) => {
  expect(shownProject(["demo", "board", "notes"], choice, workedIn)).toBe(shown);
});
