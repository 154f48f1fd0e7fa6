import { expect, test } from "vitest";
import { destinations } from "./destinations.ts";
import { dashboardItems, docsEntrances, nameItems } from "./items.ts";
import { docsItem } from "./search-item.ts";
import type { SearchItem } from "./search-item.ts";
import { accounts } from "./worked-examples.fixture.ts";

const surroundings = {
  params: { accountId: "team_acme", projectId: "proj_whiteboard" },
  accounts,
  destinations,
};
const record = { title: "Rooms", href: "/docs/rooms", path: ["Rooms"], keywords: ["room"] };

test.for<readonly [of: string, SearchItem | undefined, SearchItem]>([
  ["the documentation", docsItem(record), { ...record, context: "docs", priority: 2 }],
  [
    "an entrance of the documentation",
    docsEntrances(surroundings).find(({ title }) => title === "Guides"),
    {
      title: "Guides",
      href: "/docs/guides",
      path: ["Guides"],
      keywords: ["how to", "recipes"],
      context: "docs",
      priority: 2,
    },
  ],
  [
    "a team",
    dashboardItems(surroundings).find(({ title }) => title === "Members"),
    {
      title: "Members",
      href: "/dashboard/team_acme/members",
      path: ["Acme"],
      keywords: ["people", "roles", "role", "teammates", "invitations", "seats", "owners"],
      excerpt: "People in the team, roles and invitations.",
      context: "team",
      priority: 3,
    },
  ],
  [
    "a project",
    dashboardItems(surroundings).find(({ title }) => title === "API keys"),
    {
      title: "API keys",
      href: "/dashboard/team_acme/projects/proj_whiteboard/api-keys",
      path: ["Whiteboard"],
      keywords: ["key", "secret key", "public key", "secret", "credentials", "rotate key", "roll key", "token"],
      excerpt: "Public and secret keys of the project.",
      context: "project",
      priority: 3,
    },
  ],
  [
    "the name of a project",
    nameItems(surroundings).find(({ title }) => title === "Whiteboard"),
    {
      title: "Whiteboard",
      href: "/dashboard/team_acme/projects/proj_whiteboard",
      path: ["Acme"],
      keywords: [],
      context: "project",
      priority: 2,
    },
  ],
])("an item of %s has a title, an address, breadcrumbs, keywords, a context and a priority", ([, item, expected]) => {
  expect(item).toEqual(expected);
});
