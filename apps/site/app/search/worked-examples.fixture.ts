import type { Destinations } from "./destinations.ts";
import type { AccountSummary } from "./items.ts";
import type { DocsRecord } from "./search-item.ts";

const page = (title: string, href: string, path: string[], keywords: string[] = []): DocsRecord => ({
  title,
  href,
  path,
  keywords,
});

/** The docs of the worked examples. */
export const records: readonly DocsRecord[] = [
  page("Presence", "/docs/ready-made-features/presence", ["Ready-made features"]),
  page("Comments", "/docs/ready-made-features/comments", ["Ready-made features"]),
  page("Email notifications", "/docs/ready-made-features/notifications/email", [
    "Ready-made features",
    "Notifications",
  ]),
  page("Webhooks", "/docs/platform/webhooks", ["Platform"]),
  page("Replay a delivery", "/docs/platform/webhooks#replay-a-delivery", ["Platform", "Webhooks"], ["resend", "retry"]),
  page("Monthly active users", "/docs/platform/limits#monthly-active-users", ["Platform", "Limits"], ["MAU"]),
  page("RoomProvider id property is required", "/docs/errors/weft-react/RoomProvider-id-property-is-required", [
    "Errors",
  ]),
  page("RoomProvider", "/docs/api-reference/weft-react/providers#roomprovider", ["API Reference", "@weft/react"]),
  page("useRoom", "/docs/api-reference/weft-react/room#useroom", ["API Reference", "@weft/react"]),
  page(
    "useOthers",
    "/docs/api-reference/weft-react/presence#useothers",
    ["API Reference", "@weft/react"],
    ["presence"],
  ),
  page("WebhookHandler", "/docs/api-reference/weft-node/webhooks#webhookhandler", ["API Reference", "@weft/node"]),
  page("Get rooms", "/docs/api-reference/rest-api-endpoints#get-rooms", ["API Reference", "REST API"], ["GET /rooms"]),
];

export const accounts: readonly AccountSummary[] = [
  {
    id: "team_acme",
    name: "Acme",
    projects: [
      { id: "proj_whiteboard", displayName: "Whiteboard" },
      { id: "proj_docs", displayName: "Docs editor" },
    ],
  },
  { id: "team_bolt", name: "Boltworks", projects: [] },
];

/** All destinations of the dashboard, those too that have no screen yet. */
export const everyDestination: Destinations = {
  project: [
    { title: "Overview", href: "", keywords: [] },
    { title: "Quickstart", href: "/quickstart", keywords: [] },
    { title: "Rooms", href: "/rooms", keywords: [] },
    { title: "Events", href: "/events", keywords: [] },
    { title: "AI copilots", href: "/copilots", keywords: [] },
    { title: "Notifications", href: "/notifications", keywords: [] },
    { title: "Webhooks", href: "/webhooks", keywords: [] },
    { title: "API keys", href: "/api-keys", keywords: [] },
    { title: "Project settings", href: "/settings", keywords: [] },
  ],
  team: [
    { title: "Projects", href: "", keywords: [] },
    { title: "Members", href: "/members", keywords: [] },
    { title: "Team settings", href: "/settings", keywords: [] },
    { title: "Billing", href: "/settings/billing", keywords: ["invoice"] },
  ],
  account: [],
  docs: [
    { title: "Get started", href: "/docs/get-started", path: ["Get started"], keywords: [] },
    { title: "Why Weft", href: "/docs/concepts/why-weft", path: ["Concepts"], keywords: [] },
    { title: "How Weft works", href: "/docs/concepts/how-weft-works", path: ["Concepts"], keywords: [] },
  ],
};

const inPath = {
  docs: "/docs",
  team: "/dashboard/team_acme",
  project: "/dashboard/team_acme/projects/proj_whiteboard",
};

export const pathnames: Readonly<Record<keyof typeof inPath, string>> = inPath;
