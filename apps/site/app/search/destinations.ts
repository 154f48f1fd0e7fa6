/** A screen or a page that search always knows; `href` continues the address of its team or project. */
export interface Destination {
  readonly title: string;
  readonly href: string;
  readonly keywords: readonly string[];
}

/** What can be reached without an index, by context. */
export interface Destinations {
  readonly project: readonly Destination[];
  readonly team: readonly Destination[];
  readonly docs: readonly (Destination & { readonly path: readonly string[] })[];
}

/** Every screen of the dashboard and every entrance of the docs: a new one is one line here. */
export const destinations: Destinations = {
  project: [
    { title: "Overview", href: "", keywords: ["project home", "checklist"] },
    { title: "Quickstart", href: "/quickstart", keywords: ["install", "setup", "snippet"] },
    { title: "Rooms", href: "/rooms", keywords: ["presence", "storage", "inspector"] },
    { title: "Events", href: "/events", keywords: ["live tail", "history"] },
    { title: "Request logs", href: "/logs", keywords: ["rest", "errors", "status"] },
    { title: "Analytics", href: "/analytics", keywords: ["charts", "numbers", "usage"] },
    { title: "API keys", href: "/api-keys", keywords: ["secret key", "public key", "token"] },
    { title: "Project settings", href: "/settings", keywords: ["rename", "delete project"] },
  ],
  team: [
    { title: "Projects", href: "", keywords: ["create project"] },
    { title: "Members", href: "/members", keywords: ["invite", "people", "roles"] },
    { title: "Team settings", href: "/settings", keywords: ["rename", "delete team"] },
    { title: "Billing", href: "/settings/billing", keywords: ["invoice", "plan", "usage", "upgrade"] },
  ],
  docs: [
    { title: "Get started", href: "/docs/get-started", path: ["Get started"], keywords: ["quickstart", "install"] },
    { title: "Why Weft", href: "/docs/concepts/why-weft", path: ["Concepts"], keywords: ["benefits", "compare"] },
    { title: "How Weft works", href: "/docs/concepts/how-weft-works", path: ["Concepts"], keywords: ["architecture"] },
    { title: "Guides", href: "/docs/guides", path: ["Guides"], keywords: ["how to", "recipes"] },
    {
      title: "Tutorials",
      href: "/docs/tutorial/react/getting-started/welcome",
      path: ["Tutorial"],
      keywords: ["learn", "interactive", "course"],
    },
    { title: "Examples", href: "/examples", path: ["Examples"], keywords: ["demo", "template"] },
  ],
};
