import { plans } from "@weft/protocol";
import { expect, test } from "vitest";
import { pageMarkdown } from "../mdx/to-markdown.ts";
import { planNames, planRows } from "./plan-rows.ts";

test("the table of plans has a column for each plan of the protocol, with its numbers", () => {
  expect(planNames.toSorted()).toEqual(
    Object.values(plans)
      .map(({ name }) => name)
      .toSorted(),
  );
  const users = planRows.find(({ label }) => label === "Monthly active users")!;
  expect(users.values[planNames.indexOf("Self-hosted")]).toBe("No limit");
  expect(users.values[planNames.indexOf("Pro")]).toBe("1,000");
  expect(planRows.find(({ label }) => label === "Sync engine data")!.values[planNames.indexOf("Free")]).toBe(
    "256.0 MB",
  );
});

test("as markdown, it is a table too", () => {
  expect(pageMarkdown("<PlanTable />").split("\n")[0]).toMatch(/^\| Per month +\| Self-hosted +\| Free +\| Pro +\|/u);
});
