import { useMutation, useQueryClient } from "@tanstack/react-query";
import { request } from "../../../api/request.ts";
import type { RequestParts } from "../../../api/request.ts";
import { notificationsQuery } from "./notification-queries.ts";

export type NotificationsChange = RequestParts<"PATCH /internal/projects/{projectId}/notifications">["body"];

/** Changes how the users of a project are notified; lists and maps are replaced. */
export function useChangeNotifications(projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NotificationsChange) =>
      request("PATCH /internal/projects/{projectId}/notifications", { path: { projectId }, body }),
    onSuccess: (settings) => client.setQueryData(notificationsQuery(projectId).queryKey, settings),
  });
}
