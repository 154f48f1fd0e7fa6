import { index, prefix, route } from "@react-router/dev/routes";
import type { RouteConfigEntry } from "@react-router/dev/routes";

/** Paths are relative to `dashboard`. */
export const teamRoutes: RouteConfigEntry[] = [
  route("new", "dashboard/team/new-team-page.tsx"),
  route("settings/billing", "dashboard/team/default-billing-page.tsx"),
  ...prefix(":teamId", [
    index("dashboard/team/projects-page.tsx"),
    route("members", "dashboard/team/members-page.tsx"),
    route("settings", "dashboard/team/settings-page.tsx"),
    route("settings/billing", "dashboard/team/billing-page.tsx"),
    route("settings/security", "dashboard/team/security-page.tsx"),
    route("settings/management-tokens", "dashboard/team/management-tokens-page.tsx"),
    route("settings/audit-log", "dashboard/team/audit-log-page.tsx"),
    route("usage", "dashboard/team/usage-alias-page.tsx"),
  ]),
];
