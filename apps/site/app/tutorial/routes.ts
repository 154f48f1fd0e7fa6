import { route } from "@react-router/dev/routes";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { tutorialRoot } from "./chapters.ts";

export const tutorialRoutes: RouteConfigEntry[] = [
  route(`${tutorialRoot.slice(1)}/:chapter`, "tutorial/tutorial-page.tsx"),
];
