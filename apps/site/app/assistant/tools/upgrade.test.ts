import { expect, test } from "vitest";
import { upgradeFlags, upgradeHref } from "./upgrade.ts";

test("an upgrade leads to billing, with the Pro plan and a flag for each thing it is wanted for", () => {
  expect(upgradeFlags).toEqual(["comments", "notifications", "multiplayerEditing", "textEditor"]);
  expect(upgradeHref({ comments: true, textEditor: true, notifications: false }, "team_1")).toBe(
    "/dashboard/team_1/settings/billing?planType=pro&withComments=true&withTextEditor=true",
  );
  expect(upgradeHref({}, undefined)).toBe("/dashboard/settings/billing?planType=pro");
});
