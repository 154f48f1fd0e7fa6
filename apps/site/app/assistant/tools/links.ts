import type { JsonObject } from "@weft/protocol";
import { destinations } from "../../search/destinations.ts";
import { dashboardItems, teamHref } from "../../search/items.ts";
import type { AccountSummary } from "../../search/items.ts";
import type { RouteParams } from "../../search/route-params.ts";

/** A page to go to, as tools answer it. */
export interface ToolLink extends JsonObject {
  readonly title: string;
  readonly href: string;
}

/** Screens of a team and a project. Without a team: the dashboard, and where billing is chosen. */
export function dashboardLinks(params: RouteParams, accounts: readonly AccountSummary[]): ToolLink[] {
  const items = dashboardItems({ params, accounts, destinations });
  if (items.length === 0)
    return [
      { title: "Dashboard", href: "/dashboard", context: "" },
      { title: "Billing", href: billingHref(undefined), context: "" },
    ];
  return items.map(({ title, href, path }) => ({ title, href, context: path.join(" › ") }));
}

export function billingHref(teamId: string | undefined): string {
  return teamId === undefined ? "/dashboard/settings/billing" : `${teamHref(teamId)}/settings/billing`;
}

const mostLinks = 100;

/** The headings and links of the page on screen; links inside its content that stay on this site. */
export function pageLinks(page: Document, { origin, pathname }: Pick<Location, "origin" | "pathname">): JsonObject {
  const main = page.querySelector("main");
  const headings = [...(main?.querySelectorAll("h2[id], h3[id]") ?? [])].map((heading): ToolLink => ({
    title: textOf(heading),
    href: `${pathname}#${heading.id}`,
  }));
  const links = new Map<string, ToolLink>();
  for (const link of main?.querySelectorAll("a[href]") ?? []) {
    const url = URL.parse(link.getAttribute("href") ?? "", origin + pathname);
    const title = textOf(link);
    if (url?.origin !== origin || title === "") continue;
    const href = url.pathname + url.search + url.hash;
    if (!links.has(href) && links.size < mostLinks) links.set(href, { title, href });
  }
  return { title: page.title, path: pathname, headings, links: [...links.values()] };
}

function textOf(element: Element): string {
  return (element.textContent ?? "").replaceAll(/\s+/gu, " ").trim();
}
