import { index, prefix, route } from "@react-router/dev/routes";
import type { RouteConfigEntry } from "@react-router/dev/routes";

/** A project's screens, inside the project's frame (`project-frame.tsx`). Paths are relative to `dashboard`. */
export const projectRoutes: RouteConfigEntry[] = prefix(":teamId/projects/:projectId", [
  index("dashboard/project/overview/overview-page.tsx"),
  route("quickstart", "dashboard/project/quickstart/quickstart-page.tsx"),
  route("rooms", "dashboard/project/rooms/rooms-page.tsx"),
  route("rooms/:roomId", "dashboard/project/room/room-page.tsx"),
  route("users", "dashboard/project/users/users-page.tsx"),
  route("users/:userId", "dashboard/project/users/user-page.tsx"),
  route("threads", "dashboard/project/threads/threads-page.tsx"),
  route("threads/:roomId/:threadId", "dashboard/project/threads/thread-page.tsx"),
  route("notifications", "dashboard/project/notifications/notifications-page.tsx"),
  route("groups", "dashboard/project/groups/groups-page.tsx"),
  route("groups/:groupId", "dashboard/project/groups/group-page.tsx"),
  route("events", "dashboard/project/events/events-page.tsx"),
  route("events/:eventId", "dashboard/project/events/event-address.tsx"),
  route("logs", "dashboard/project/logs/logs-page.tsx"),
  route("analytics", "dashboard/project/analytics/analytics-page.tsx"),
  route("api-keys", "dashboard/project/keys/keys-page.tsx"),
  route("copilots", "dashboard/project/copilots/copilots-page.tsx"),
  route("copilots/new", "dashboard/project/copilots/new-copilot-page.tsx"),
  route("copilots/:copilotId", "dashboard/project/copilots/copilot-page.tsx"),
  route("webhooks", "dashboard/project/webhooks/webhooks-page.tsx"),
  route("webhooks/catalog", "dashboard/project/webhooks/catalog-page.tsx"),
  route("webhooks/:webhookId", "dashboard/project/webhooks/webhook-page.tsx"),
  route("webhooks/:webhookId/deliveries/:deliveryId", "dashboard/project/webhooks/delivery-address.tsx"),
  route("settings", "dashboard/project/settings/settings-page.tsx"),
  route("*", "dashboard/frame/not-found-page.tsx", { id: "project-not-found" }),
]);
