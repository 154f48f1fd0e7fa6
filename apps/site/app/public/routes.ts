import { route } from "@react-router/dev/routes";
import type { RouteConfigEntry } from "@react-router/dev/routes";

export const publicRoutes: RouteConfigEntry[] = [
  route("pricing", "public/pricing-page.tsx"),
  route("compare", "public/compare/compare-list-page.tsx"),
  route("compare/:slug", "public/compare/compare-page.tsx"),
  route("support", "public/support-page.tsx"),
  route("contact", "public/contact-page.tsx"),
  route("status", "public/status-page.tsx"),
  route("changelog", "public/changelog-page.tsx"),
  route("changelog/:id", "public/changelog-entry-page.tsx"),
  route("changelog/entries.json", "public/changelog-json.ts"),
  route("blog", "public/blog-page.tsx"),
  route("blog/:slug", "public/blog-post-page.tsx"),
  route("blog/posts.json", "public/blog-posts-json.ts"),
  route("rss.xml", "public/feed.ts"),
  route("legal/:name", "public/legal-page.tsx"),
];
