/**
 * Lists the addresses of the documentation's outline that have no page yet. They are no faults; an address that is listed
 * as missing and has a page is one, so that the list stays true.
 *
 *   node scripts/check-routes.ts
 */
import { readPages } from "../app/docs/catalogue/read-pages.ts";
import { redirects } from "../app/docs/catalogue/redirects.ts";

const frameworks = ["react", "svelte", "vuejs", "javascript"];
const endpoints = ["nextjs", "remix", "sveltekit", "nuxtjs", "firebase", "express"];
const below = (folder: string, ...names: readonly string[]) => names.map((name) => `/docs/${folder}/${name}`);

/** Every address of the outline, without guides. */
const outline: readonly string[] = [
  "/docs",
  "/docs/get-started",
  ...below("get-started", "nextjs", "react", "svelte", "vuejs", "solidjs", "javascript", "redux", "zustand"),
  ...["ai-copilots", "comments", "notifications", "tiptap", "blocknote", "lexical"].flatMap((subject) =>
    below("get-started", `react-${subject}`, `nextjs-${subject}`),
  ),
  ...["codemirror", "monaco", "quill"].flatMap((editor) =>
    below("get-started", ...frameworks.map((framework) => `yjs-${editor}-${framework}`)),
  ),
  ...below("get-started", "yjs-slate-react", "yjs-tiptap-svelte", "yjs-tiptap-vuejs", "yjs-tiptap-javascript"),
  ...below("get-started", "self-hosted"),
  "/docs/authentication",
  ...["access-token", "id-token"].flatMap((kind) => [
    `/docs/authentication/${kind}`,
    ...below(`authentication/${kind}`, ...endpoints),
  ]),
  "/docs/authentication/tenants",
  ...below("concepts", "why-weft", "how-weft-works"),
  "/docs/ready-made-features",
  "/docs/ready-made-features/ai-copilots",
  ...below(
    "ready-made-features/ai-copilots",
    "features",
    "copilots",
    "default-components",
    "hooks",
    "knowledge",
    "tools",
    "styling-and-customization",
    "troubleshooting",
  ),
  "/docs/ready-made-features/comments",
  ...below(
    "ready-made-features/comments",
    "concepts",
    "users-and-mentions",
    "default-components",
    "hooks",
    "metadata",
    "primitives",
    "styling-and-customization",
    "email-notifications",
  ),
  "/docs/ready-made-features/notifications",
  ...below(
    "ready-made-features/notifications",
    "concepts",
    "default-components",
    "hooks",
    "styling-and-customization",
    "email-notifications",
  ),
  "/docs/ready-made-features/multiplayer-editing",
  ...below(
    "ready-made-features/multiplayer-editing",
    "text-editor",
    "text-editor/tiptap",
    "text-editor/blocknote",
    "text-editor/lexical",
    "sync-engine",
    "sync-engine/weft-yjs",
    "sync-engine/weft-storage",
  ),
  "/docs/ready-made-features/presence",
  "/docs/rooms",
  "/docs/rooms/metadata",
  ...below(
    "platform",
    "data-storage",
    "websocket-infrastructure",
    "projects",
    "analytics",
    "webhooks",
    "rest-api",
    "plans",
    "limits",
    "upgrading",
    "troubleshooting",
    "events",
    "account-management",
    "account-management/create-an-account",
    "account-management/manage-team-members",
    "account-management/saml",
    "self-hosting",
    "self-hosting/configuration",
    "self-hosting/scaling",
    "self-hosting/operations",
    "self-hosting/security",
  ),
  ...below("tools", "devtools", "nextjs-starter-kit", "mcp-server", "cli"),
  ...below(
    "tutorial/react/getting-started",
    "welcome",
    "connecting",
    "joining-a-room",
    "others",
    "presence",
    "updating-presence",
    "live-cursors",
    "broadcasting-events",
    "storage",
    "modifying-storage-data",
    "nesting-data-types",
  ),
  "/docs/errors",
  ...below(
    "errors",
    "weft-client/atob-polyfill",
    "weft-react/RoomProvider-id-property-is-required",
    "cross-linked",
    "dupes",
    "weft-client/access-tokens-not-enough-permissions",
    "Presence",
    "Storage",
    "UserMeta",
    "RoomEvent",
    "ThreadMetadata",
    "RoomInfo",
    "ActivitiesData",
    "enable-a-notification-channel",
  ),
  "/docs/api-reference",
  ...below(
    "api-reference",
    "weft-client",
    "weft-react",
    "weft-react-ui",
    "weft-react-tiptap",
    "weft-react-blocknote",
    "weft-node-prosemirror",
    "weft-react-lexical",
    "weft-node-lexical",
    "weft-redux",
    "weft-zustand",
    "weft-yjs",
    "weft-node",
    "weft-emails",
    "rest-api-endpoints",
    "webhook-events",
  ),
  "/docs/guides",
];

/** Known to be missing: to take one off the list, write its page. */
const missing = new Set([...below("platform", "account-management/saml"), ...below("tools", "nextjs-starter-kit")]);

const pages = readPages();
const answered = (route: string) => pages.has(route) || redirects.has(route);
const unanswered = outline.filter((route) => !answered(route));
const faults = [
  ...unanswered.filter((route) => !missing.has(route)).map((route) => `${route} has no page.`),
  ...[...missing].filter(answered).map((route) => `${route} has a page, and is listed as missing.`),
];
for (const route of unanswered) console.log(`404  ${route}`);
console.log(`${outline.length} addresses in the outline, ${unanswered.length} without a page.`);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
