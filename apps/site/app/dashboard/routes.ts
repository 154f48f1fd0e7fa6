import { index, route } from "@react-router/dev/routes";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { accountRoutes } from "./account/routes.ts";
import { projectRoutes } from "./project/routes.ts";
import { staffRoutes } from "./staff/routes.ts";
import { teamRoutes } from "./team/routes.ts";

/** Everything under `/dashboard`, inside one frame. Each list's paths are relative to `dashboard`. */
export const dashboardRoutes: RouteConfigEntry[] = [
  route("dashboard", "dashboard/frame/dashboard-layout.tsx", [
    index("dashboard/frame/landing-page.tsx"),
    ...accountRoutes,
    ...staffRoutes,
    ...teamRoutes,
    ...projectRoutes,
    route("*", "dashboard/frame/not-found-page.tsx"),
  ]),
];
