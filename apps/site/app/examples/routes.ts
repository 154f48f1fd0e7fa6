import { route } from "@react-router/dev/routes";
import type { RouteConfigEntry } from "@react-router/dev/routes";

/** The gallery, each example in it, and the sources that an example's page asks for once they are wanted. */
export const examplesRoutes: RouteConfigEntry[] = [
  route("examples", "examples/gallery-page.tsx"),
  route("examples/:name/sources.json", "examples/sources.ts"),
  route("examples/:name", "examples/example-page.tsx", { id: "example" }),
  route("examples/:name/:variant", "examples/example-page.tsx", { id: "example-variant" }),
];
