import { queryOptions } from "@tanstack/react-query";
import type { ReadyMadeEmail } from "@weft/emails";
import { gateway } from "../../shared/gateway.ts";
import type { CursorPage } from "../../shared/room-body.ts";
import { userKey, userPath } from "../notification-queries.ts";
import type { InboxNotificationBody } from "../notification-queries.ts";
import { emailClientOf } from "./email-client.ts";
import { emailEventOf, emailNotifications } from "./email-event.ts";
import type { EmailNotification } from "./email-event.ts";

export interface PreviewedProject {
  readonly id: string;
  readonly displayName: string;
}

/** The latest unread notifications of a user about which an email can be sent. */
export function emailNotificationsQuery(projectId: string, userId: string) {
  return queryOptions({
    queryKey: [...userKey(projectId, userId), "emails"],
    queryFn: async ({ signal }) => {
      const { data } = await gateway<CursorPage<InboxNotificationBody>>(
        projectId,
        "GET",
        `${userPath(userId)}/inbox-notifications`,
        { query: { limit: "50", query: "unread:true" }, signal },
      );
      return emailNotifications(data);
    },
    refetchInterval: 10_000,
  });
}

/** The email about a notification, with IDs as names; null if everything was read or deleted. */
export function emailQuery(project: PreviewedProject, userId: string, notification: EmailNotification) {
  return queryOptions({
    queryKey: [...userKey(project.id, userId), "email", notification.id, notification.notifiedAt],
    queryFn: async ({ signal }): Promise<ReadyMadeEmail | null> => {
      const { renderTextMentionNotificationEmail, renderThreadNotificationEmail } = await import("@weft/emails");
      const client = emailClientOf(project.id, signal);
      const options = {
        resolveRoomInfo: ({ roomId }: { readonly roomId: string }) => ({
          url: `https://app.example.com/rooms/${encodeURIComponent(roomId)}`,
        }),
        brand: { name: project.displayName },
      };
      return "threadId" in notification
        ? renderThreadNotificationEmail(client, emailEventOf(project.id, userId, notification), options)
        : renderTextMentionNotificationEmail(client, emailEventOf(project.id, userId, notification), options);
    },
  });
}

/** The email about the sample notification. */
export function sampleEmailQuery(projectName: string) {
  return queryOptions({
    queryKey: ["sample-email", projectName],
    queryFn: async () => {
      const [{ renderThreadNotificationEmail }, { sampleClient, sampleEvent, sampleOptions }] = await Promise.all([
        import("@weft/emails"),
        import("./sample-notification.ts"),
      ]);
      return renderThreadNotificationEmail(sampleClient, sampleEvent, {
        ...sampleOptions,
        brand: { name: projectName },
      });
    },
    staleTime: Infinity,
  });
}
