/** The addresses that people were promised, and the page at each. */
import type { RouteObject } from "react-router";
import { matchRoutes } from "react-router";
import { expect, test } from "vitest";
import routes from "./routes.ts";
import { destinations } from "./search/destinations.ts";

const team = "/dashboard/team_1";
const project = `${team}/projects/proj_1`;

/** The file that draws the page at an address. */
function pageAt(address: string): string | undefined {
  const route = matchRoutes(routes as unknown as RouteObject[], address)?.at(-1)?.route;
  return (route as { readonly file?: string } | undefined)?.file;
}

test.for([
  ["/docs", "docs/frame/docs-page.tsx"],
  ["/docs/api-reference", "docs/frame/docs-page.tsx"],
  ["/docs/guides/ai/use-rooms", "docs/guides/ai-guide-page.tsx"],
  ["/examples", "examples/gallery-page.tsx"],
  ["/examples/live-cursors", "examples/example-page.tsx"],
  ["/examples/live-cursors/nextjs", "examples/example-page.tsx"],
  ["/dashboard", "dashboard/frame/landing-page.tsx"],
  ["/dashboard/settings/billing", "dashboard/team/default-billing-page.tsx"],
  [team, "dashboard/team/projects-page.tsx"],
  [`${team}/settings/billing`, "dashboard/team/billing-page.tsx"],
  [project, "dashboard/project/overview/overview-page.tsx"],
  ["/sign-in", "auth/sign-in-page.tsx"],
  ["/sign-up", "auth/sign-up-page.tsx"],
  ["/contact", "public/contact-page.tsx"],
  ["/compare", "public/compare/compare-list-page.tsx"],
  ["/compare/hocuspocus", "public/compare/compare-page.tsx"],
  ["/support", "public/support-page.tsx"],
] as const)("%s is drawn by %s", ([address, file]) => {
  expect(pageAt(address)).toBe(file);
});

test("every screen that the search names has a page", () => {
  const addresses = [
    ...destinations.team.map(({ href }) => team + href),
    ...destinations.account.map(({ href }) => `/dashboard/account${href}`),
    ...destinations.project.map(({ href }) => project + href),
    ...destinations.docs.map(({ href }) => href),
  ];
  expect(addresses.filter((address) => /not-found/u.test(pageAt(address) ?? "not-found"))).toEqual([]);
});
