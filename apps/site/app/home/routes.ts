import { index } from "@react-router/dev/routes";
import type { RouteConfigEntry } from "@react-router/dev/routes";

export const homeRoutes: RouteConfigEntry[] = [index("home/home-page.tsx")];
