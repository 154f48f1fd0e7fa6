import { expect, test } from "vitest";
import { destinations } from "./destinations.ts";

const titles = (of: readonly { readonly title: string }[]) => of.map(({ title }) => title);

test("the screens of a team, an account and a project are destinations, each with its own address", () => {
  expect(titles(destinations.team)).toEqual([
    "Projects",
    "Members",
    "Team settings",
    "Billing",
    "Team security",
    "Management tokens",
    "Audit log",
  ]);
  expect(titles(destinations.account)).toEqual(["Account profile", "Account security", "Account notifications"]);
  expect(titles(destinations.project)).toEqual(
    expect.arrayContaining([
      "Overview",
      "Quickstart",
      "Rooms",
      "Users",
      "Threads",
      "Notifications",
      "Groups",
      "AI copilots",
      "Events",
      "Webhooks",
      "API keys",
      "Project settings",
    ]),
  );
  for (const screens of [destinations.team, destinations.account, destinations.project]) {
    const addresses = screens.map(({ href }) => href);
    expect(new Set(addresses).size).toBe(addresses.length);
  }
});

test("the entry pages of the documentation are destinations", () => {
  expect(titles(destinations.docs)).toEqual([
    "Get started",
    "Why Weft",
    "How Weft works",
    "Guides",
    "Tutorials",
    "Examples",
  ]);
});
