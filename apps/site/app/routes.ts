import { route } from "@react-router/dev/routes";
import type { RouteConfig } from "@react-router/dev/routes";
import { authRoutes } from "./auth/routes.ts";
import { dashboardRoutes } from "./dashboard/routes.ts";
import { docsRoutes } from "./docs/routes.ts";
import { examplesRoutes } from "./examples/routes.ts";
import { homeRoutes } from "./home/routes.ts";
import { publicRoutes } from "./public/routes.ts";

export default [
  ...homeRoutes,
  ...publicRoutes,
  ...docsRoutes,
  ...examplesRoutes,
  ...authRoutes,
  ...dashboardRoutes,
  route("*", "shell/not-found-page.tsx"),
] satisfies RouteConfig;
