/** What users type on the site and in the dashboard, and the first result: over the real documentation. */
import { expect, test } from "vitest";
import { readPages } from "../docs/catalogue/read-pages.ts";
import { staticFiles } from "../docs/catalogue/static-files.ts";
import { destinations } from "./destinations.ts";
import { find } from "./find.ts";
import { answers, placeOfBest } from "./options.ts";
import { offeredRooms, roomItems } from "./room-items.ts";
import { routeParams } from "./route-params.ts";
import { openDocsIndex, resultLimit } from "./search.ts";
import type { DocsRecord, SearchItem } from "./search-item.ts";
import { accounts, pathnames } from "./worked-examples.fixture.ts";

const files = staticFiles(readPages(), { addresses: [] });
const { records } = JSON.parse(files.get("docs/search-index.json")!) as { records: string };
const docs = openDocsIndex(JSON.parse(files.get(records.slice(1))!) as DocsRecord[]);

const rooms = ["acme:2026:okrs", "planning-board", "acme:finance:budget", "team-retro"];

type Context = "docs" | "team" | "project" | "member" | "signed out";

/** The result that the dialog highlights, as the test writes it: its address, or the title of an action. */
function firstOf(query: string, context: Context): string | undefined {
  const place = context === "member" ? "project" : context === "signed out" ? "docs" : context;
  const params = routeParams(pathnames[place]);
  const signedIn = context !== "signed out";
  const results = find(
    query,
    {
      params,
      accounts: signedIn ? accounts : [],
      destinations,
      signedIn,
      owner: context !== "member",
      rooms: roomItems(offeredRooms(rooms, [], query), params),
    },
    docs,
  );
  const groups = answers(results, { limit: resultLimit, docs: "ready", signedIn });
  const option = groups.flatMap(({ options }) => options)[placeOfBest(groups, results.best)];
  if (option?.kind !== "item") return undefined;
  const item = option.item as SearchItem;
  return item.href === "#" ? item.title : item.href;
}

const project = "/dashboard/team_acme/projects/proj_whiteboard";
const team = "/dashboard/team_acme";
const account = "/dashboard/account";

test.for<readonly [query: string, context: Context, first: string | undefined]>([
  // Account.
  ["2fa", "project", `${account}/security`],
  ["two-factor", "project", `${account}/security`],
  ["two factor authentication", "team", `${account}/security`],
  ["mfa", "project", `${account}/security`],
  ["totp", "project", `${account}/security`],
  ["authenticator", "project", `${account}/security`],
  ["backup codes", "project", `${account}/security`],
  ["passkey", "project", `${account}/security`],
  ["passkeys", "team", `${account}/security`],
  ["password", "project", `${account}/security`],
  ["password", "docs", `${account}/security`],
  ["change password", "project", `${account}/security`],
  ["sessions", "project", `${account}/security`],
  ["linked accounts", "project", `${account}/security`],
  ["profile", "project", account],
  ["avatar", "project", account],
  ["email address", "project", account],
  ["delete account", "project", account],
  ["email notifications", "project", `${account}/notifications`],
  ["email preferences", "docs", `${account}/notifications`],
  ["unsubscribe", "project", `${account}/notifications`],
  ["usage alerts", "project", `${account}/notifications`],
  // Team.
  ["usage", "project", `${team}/settings/billing`],
  ["usage", "team", `${team}/settings/billing`],
  ["invoice", "project", `${team}/settings/billing`],
  ["billing", "project", `${team}/settings/billing`],
  ["plan", "project", `${team}/settings/billing`],
  ["upgrade", "project", `${team}/settings/billing`],
  ["saml", "project", `${team}/settings/security`],
  ["sso", "project", `${team}/settings/security`],
  ["single sign-on", "team", `${team}/settings/security`],
  ["okta", "project", `${team}/settings/security`],
  ["domain", "project", `${team}/settings/security`],
  ["retention", "project", `${team}/settings/security`],
  ["data retention", "team", `${team}/settings/security`],
  ["require two-factor", "project", `${team}/settings/security`],
  ["session length", "team", `${team}/settings/security`],
  ["security", "team", `${team}/settings/security`],
  ["audit", "project", `${team}/settings/audit-log`],
  ["audit log", "team", `${team}/settings/audit-log`],
  ["token", "project", `${team}/settings/management-tokens`],
  ["management tokens", "team", `${team}/settings/management-tokens`],
  ["management api", "project", `${team}/settings/management-tokens`],
  ["roles", "project", `${team}/members`],
  ["members", "project", `${team}/members`],
  ["seats", "team", `${team}/members`],
  ["invite", "project", `${team}/members?dialog=invite`],
  ["invite people", "team", `${team}/members?dialog=invite`],
  ["leave team", "project", `${team}/settings`],
  ["delete team", "team", `${team}/settings`],
  ["time zone", "project", `${team}/settings`],
  // What only owners can open is not offered to members.
  ["saml", "member", "/docs/platform/account-management/saml"],
  ["token", "member", `${project}/api-keys`],
  // Project.
  ["okrs", "project", `${project}/rooms/acme%3A2026%3Aokrs`],
  ["OKRs", "project", `${project}/rooms/acme%3A2026%3Aokrs`],
  ["finance", "project", `${project}/rooms/acme%3Afinance%3Abudget`],
  ["planning", "project", `${project}/rooms/planning-board`],
  ["retro", "project", `${project}/rooms/team-retro`],
  ["export", "project", `${project}/settings#export`],
  ["export data", "project", `${project}/settings#export`],
  ["download", "project", `${project}/settings#export`],
  ["backup", "project", `${project}/settings#export`],
  ["allowed origins", "project", `${project}/settings#allowed-origins`],
  ["cors", "project", `${project}/settings#allowed-origins`],
  ["delete project", "project", `${project}/settings`],
  ["transfer project", "project", `${project}/settings`],
  ["rename project", "project", `${project}/settings`],
  ["secret key", "project", `${project}/api-keys`],
  ["rotate key", "project", `${project}/api-keys`],
  ["live tail", "project", `${project}/events`],
  ["errors", "project", `${project}/logs`],
  ["requests", "project", `${project}/logs`],
  ["mau", "project", `${project}/analytics`],
  ["metrics", "project", `${project}/analytics`],
  ["inbox", "project", `${project}/notifications`],
  ["notifications", "project", `${project}/notifications`],
  ["copilots", "project", `${project}/copilots`],
  ["prompt", "project", `${project}/copilots`],
  ["deliveries", "project", `${project}/webhooks`],
  ["signing secret", "project", `${project}/webhooks`],
  ["event catalog", "project", `${project}/webhooks/catalog`],
  ["gdpr", "project", `${project}/users`],
  // Actions.
  ["dark mode", "project", "Use the dark theme"],
  ["light mode", "team", "Use the light theme"],
  ["switch theme", "project", "Use the dark theme"],
  ["shortcuts", "project", "Keyboard shortcuts"],
  ["feedback", "project", "Send feedback"],
  ["ask ai", "project", "Ask the assistant"],
  ["assistant", "project", "Ask the assistant"],
  ["logout", "project", "/sign-out"],
  ["create project", "project", `${team}?dialog=create-project`],
  // Pages of the site.
  ["status", "project", "/status"],
  ["status", "team", "/status"],
  ["status", "docs", "/status"],
  ["changelog", "project", "/changelog"],
  ["support", "project", "/support"],
  ["yjs", "project", "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-yjs"],
  ["security", "docs", "/docs/platform/self-hosting/security"],
  ["saml", "docs", "/docs/platform/account-management/saml"],
  ["2fa", "signed out", undefined],
])("%s in %s: %s", ([query, context, first]) => {
  if (first === undefined) expect(firstOf(query, context) ?? "").not.toMatch(/^\/dashboard/u);
  else expect(firstOf(query, context)).toBe(first);
});
