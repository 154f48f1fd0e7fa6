import { route } from "@react-router/dev/routes";
import type { RouteConfigEntry } from "@react-router/dev/routes";

/** Paths are relative to `dashboard`. */
export const accountRoutes: RouteConfigEntry[] = [
  route("account", "dashboard/account/profile-page.tsx"),
  route("account/security", "dashboard/account/security-page.tsx"),
  route("account/notifications", "dashboard/account/notifications-page.tsx"),
];
