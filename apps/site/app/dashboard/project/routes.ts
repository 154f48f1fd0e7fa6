import { index, route } from "@react-router/dev/routes";
import type { RouteConfigEntry } from "@react-router/dev/routes";

/** A project's screens. Paths are relative to `dashboard`. */
export const projectRoutes: RouteConfigEntry[] = [
  route(":teamId/projects/:projectId", "dashboard/project/project-layout.tsx", [
    index("dashboard/project/overview/overview-page.tsx"),
    route("quickstart", "dashboard/project/quickstart/quickstart-page.tsx"),
    route("rooms", "dashboard/project/rooms/rooms-page.tsx"),
    route("rooms/:roomId", "dashboard/project/room/room-page.tsx"),
    route("events", "dashboard/project/events/events-page.tsx"),
    route("events/:eventId", "dashboard/project/events/event-address.tsx"),
    route("logs", "dashboard/project/logs/logs-page.tsx"),
    route("analytics", "dashboard/project/analytics/analytics-page.tsx"),
    route("api-keys", "dashboard/project/keys/keys-page.tsx"),
    route("settings", "dashboard/project/settings/settings-page.tsx"),
    route("*", "dashboard/frame/not-found-page.tsx", { id: "project-not-found" }),
  ]),
];
