import { route } from "@react-router/dev/routes";
import type { RouteConfig } from "@react-router/dev/routes";
import { authRoutes } from "./auth/routes.ts";
import { dashboardRoutes } from "./dashboard/routes.ts";
import { docsRoutes } from "./docs/routes.ts";
import { examplesRoutes } from "./examples/routes.ts";
import { homeRoutes } from "./home/routes.ts";
import { publicRoutes } from "./public/routes.ts";
import { tutorialRoutes } from "./tutorial/routes.ts";

export default [
  ...homeRoutes,
  ...publicRoutes,
  ...docsRoutes,
  ...tutorialRoutes,
  ...examplesRoutes,
  ...authRoutes,
  ...dashboardRoutes,
  route("*", "shell/not-found-page.tsx"),
] satisfies RouteConfig;
