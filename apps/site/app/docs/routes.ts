import { index, layout, prefix, route } from "@react-router/dev/routes";
import type { RouteConfigEntry } from "@react-router/dev/routes";

const page = "docs/frame/docs-page.tsx";

export const docsRoutes: RouteConfigEntry[] = prefix("docs", [
  layout("docs/frame/docs-layout.tsx", [
    index(page, { id: "docs-index" }),
    route("guides/ai/:slug", "docs/guides/ai-guide-page.tsx"),
    route("*", page, { id: "docs-page" }),
  ]),
]);
