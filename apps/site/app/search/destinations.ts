/** A screen or a page that search always knows; `href` continues the address of its team or project. */
export interface Destination {
  readonly title: string;
  readonly href: string;
  readonly keywords: readonly string[];
  /** One line that says what is there. */
  readonly excerpt?: string;
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
    {
      title: "Overview",
      href: "",
      excerpt: "Connections, activity and the setup checklist.",
      keywords: ["project home", "checklist"],
    },
    {
      title: "Quickstart",
      href: "/quickstart",
      excerpt: "Code for your framework, with your keys filled in.",
      keywords: ["install", "setup", "snippet"],
    },
    {
      title: "Rooms",
      href: "/rooms",
      excerpt: "Browse rooms, their presence and their data.",
      keywords: ["presence", "storage", "inspector"],
    },
    {
      title: "Users",
      href: "/users",
      excerpt: "Users of your app and their data.",
      keywords: ["people", "erase user", "inbox", "gdpr"],
    },
    {
      title: "Threads",
      href: "/threads",
      excerpt: "Comments in every room of the project.",
      keywords: ["comments", "resolved"],
    },
    {
      title: "Notifications",
      href: "/notifications",
      excerpt: "Notification kinds and channels.",
      keywords: ["inbox", "kinds", "channels"],
    },
    {
      title: "Groups",
      href: "/groups",
      excerpt: "Groups for mentions and permissions.",
      keywords: ["mentions", "members"],
    },
    {
      title: "AI copilots",
      href: "/copilots",
      excerpt: "Models, prompts and knowledge.",
      keywords: ["assistant", "model", "prompt", "knowledge", "playground"],
    },
    {
      title: "Events",
      href: "/events",
      excerpt: "Connections and changes as they happen.",
      keywords: ["live tail", "history"],
    },
    {
      title: "Request logs",
      href: "/logs",
      excerpt: "REST requests with their responses.",
      keywords: ["rest", "errors", "status"],
    },
    {
      title: "Analytics",
      href: "/analytics",
      excerpt: "Charts of connections, messages and storage.",
      keywords: ["charts", "numbers", "usage", "mau"],
    },
    {
      title: "API keys",
      href: "/api-keys",
      excerpt: "Public and secret keys of the project.",
      keywords: ["key", "secret key", "public key", "token"],
    },
    {
      title: "Webhooks",
      href: "/webhooks",
      excerpt: "Endpoints, deliveries and replays.",
      keywords: ["endpoint", "delivery", "replay"],
    },
    {
      title: "Project settings",
      href: "/settings",
      excerpt: "Name, allowed origins and deletion.",
      keywords: ["rename", "delete project"],
    },
  ],
  team: [
    { title: "Projects", href: "", excerpt: "All projects of the team.", keywords: ["project list"] },
    {
      title: "Members",
      href: "/members",
      excerpt: "People in the team, roles and invitations.",
      keywords: ["people", "roles", "teammates"],
    },
    {
      title: "Team settings",
      href: "/settings",
      excerpt: "Name and deletion of the team.",
      keywords: ["rename", "delete team"],
    },
    {
      title: "Billing",
      href: "/settings/billing",
      excerpt: "The team's plan and usage.",
      keywords: ["invoice", "plan", "usage", "plan and usage", "upgrade", "pricing"],
    },
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
