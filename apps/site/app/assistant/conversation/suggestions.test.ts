import { expect, test } from "vitest";
import { suggestedQuestions } from "./suggestions.ts";

test("the suggested questions depend on the page: a project, the docs, or neither", () => {
  expect(suggestedQuestions("/dashboard/team_1/projects/proj_1/rooms")).toContain("Why are my rooms empty?");
  expect(suggestedQuestions("/docs/concepts/rooms")).toContain("Summarize this page");
  expect(suggestedQuestions("/dashboard/team_1")).toContain("How do I get started?");
  for (const path of ["/", "/docs", "/dashboard/t/projects/p"]) expect(suggestedQuestions(path)).toHaveLength(3);
});
