/** A screen or a page that search always knows; `href` continues the address of its team or project. */
export interface Destination {
  readonly title: string;
  readonly href: string;
  readonly keywords: readonly string[];
  /** One line that says what is there. */
  readonly excerpt?: string;
  /** Only owners of the team can open it. */
  readonly owners?: boolean;
}

/** What can be reached without an index, by context. */
export interface Destinations {
  readonly project: readonly Destination[];
  readonly team: readonly Destination[];
  /** The user's own account. */
  readonly account: readonly Destination[];
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
      keywords: ["presence", "storage", "inspector", "documents"],
    },
    {
      title: "Users",
      href: "/users",
      excerpt: "Users of your app and their data.",
      keywords: ["people", "erase user", "gdpr"],
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
      keywords: ["copilots", "copilot", "model", "prompt", "knowledge", "playground"],
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
      keywords: ["rest", "requests", "http", "errors", "status codes"],
    },
    {
      title: "Analytics",
      href: "/analytics",
      excerpt: "Charts of connections, messages and storage.",
      keywords: ["charts", "numbers", "metrics", "mau", "active users"],
    },
    {
      title: "API keys",
      href: "/api-keys",
      excerpt: "Public and secret keys of the project.",
      keywords: ["key", "secret key", "public key", "secret", "credentials", "rotate key", "roll key", "token"],
    },
    {
      title: "Webhooks",
      href: "/webhooks",
      excerpt: "Endpoints, deliveries and replays.",
      keywords: ["endpoint", "delivery", "deliveries", "replay", "signing secret"],
    },
    {
      title: "Project settings",
      href: "/settings",
      excerpt: "Name, allowed origins, export, transfer and deletion.",
      keywords: [
        "rename",
        "rename project",
        "delete project",
        "transfer project",
        "region",
        "environment",
        "project id",
      ],
    },
    {
      title: "Export",
      href: "/settings#export",
      excerpt: "Download the project's data as a zip file.",
      keywords: ["export data", "project export", "download", "backup", "zip", "dump"],
    },
    {
      title: "Allowed origins",
      href: "/settings#allowed-origins",
      excerpt: "Origins that can connect with the public key.",
      keywords: ["origins", "cors", "allowlist"],
    },
    {
      title: "Webhook event catalog",
      href: "/webhooks/catalog",
      excerpt: "Webhook events with their payloads.",
      keywords: ["event catalog", "webhook events", "payloads"],
    },
  ],
  team: [
    { title: "Projects", href: "", excerpt: "All projects of the team.", keywords: ["project list"] },
    {
      title: "Members",
      href: "/members",
      excerpt: "People in the team, roles and invitations.",
      keywords: ["people", "roles", "role", "teammates", "invitations", "seats", "owners"],
    },
    {
      title: "Team settings",
      href: "/settings",
      excerpt: "Name and deletion of the team.",
      keywords: ["rename", "rename team", "delete team", "leave team", "time zone", "team id"],
    },
    {
      title: "Billing",
      href: "/settings/billing",
      excerpt: "The team's plan and usage.",
      keywords: ["invoice", "plan", "usage", "plan and usage", "upgrade", "pricing", "payment", "quota", "plan limits"],
    },
    {
      title: "Team security",
      href: "/settings/security",
      owners: true,
      excerpt: "Sign-in methods, two-factor, single sign-on and data retention.",
      keywords: [
        "security",
        "saml",
        "sso",
        "single sign-on",
        "scim",
        "identity provider",
        "okta",
        "domain",
        "verify domain",
        "require two-factor",
        "require 2fa",
        "enforce 2fa",
        "allowed sign-in methods",
        "session length",
        "retention",
        "data retention",
      ],
    },
    {
      title: "Management tokens",
      href: "/settings/management-tokens",
      owners: true,
      excerpt: "Tokens that manage projects and keys.",
      keywords: ["token", "tokens", "management api", "api token", "personal access token", "automation", "terraform"],
    },
    {
      title: "Audit log",
      href: "/settings/audit-log",
      owners: true,
      excerpt: "Changes in the team and who made them.",
      keywords: ["audit", "audit trail", "history", "activity log", "compliance", "who did what"],
    },
  ],
  account: [
    {
      title: "Account profile",
      href: "",
      excerpt: "Name, email address, avatar and display preferences.",
      keywords: [
        "profile",
        "avatar",
        "change email",
        "email address",
        "display name",
        "density",
        "single-key shortcuts",
        "delete account",
        "delete my account",
        "preferences",
      ],
    },
    {
      title: "Account security",
      href: "/security",
      excerpt: "Password, passkeys, two-factor authentication and sessions.",
      keywords: [
        "2fa",
        "two-factor",
        "two factor authentication",
        "mfa",
        "totp",
        "otp",
        "authenticator app",
        "backup codes",
        "recovery codes",
        "passkey",
        "passkeys",
        "webauthn",
        "password",
        "change password",
        "sessions",
        "active sessions",
        "devices",
        "sign-in methods",
        "linked accounts",
        "log out everywhere",
      ],
    },
    {
      title: "Account notifications",
      href: "/notifications",
      excerpt: "Emails that you receive.",
      keywords: ["email preferences", "email settings", "usage alerts", "unsubscribe", "alerts", "emails"],
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
