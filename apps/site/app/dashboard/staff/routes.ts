import { route } from "@react-router/dev/routes";
import type { RouteConfigEntry } from "@react-router/dev/routes";

/** Paths are relative to `dashboard`. */
export const staffRoutes: RouteConfigEntry[] = [
  route("staff/messages", "dashboard/staff/messages-page.tsx"),
  route("staff/mails", "dashboard/staff/mails-page.tsx"),
  route("staff/jobs", "dashboard/staff/jobs-page.tsx"),
  route("staff/nodes", "dashboard/staff/nodes-page.tsx"),
];
