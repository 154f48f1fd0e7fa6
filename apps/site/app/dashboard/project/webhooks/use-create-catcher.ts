import { useMutation } from "@tanstack/react-query";
import type { DomainEventType, ProjectWebhook } from "@weft/protocol";
import { webhookEventGroups } from "@weft/protocol/webhook-event-groups";
import { request } from "../../../api/request.ts";
import { useProject } from "../shared/project-context.ts";

/** For an endpoint that is to show whatever happens. */
export const allWebhookEvents = webhookEventGroups.flatMap(({ events }) => events.map(({ type }) => type));

/** Creates an endpoint that leads to the request catcher. */
export function useCreateCatcher(onCreated: (webhook: ProjectWebhook) => void) {
  const { project } = useProject();
  return useMutation({
    mutationFn: (subscribedEvents: readonly DomainEventType[]) =>
      request("POST /internal/projects/{projectId}/webhook-catchers", {
        path: { projectId: project.id },
        body: { subscribedEvents: [...subscribedEvents] },
      }),
    onSuccess: onCreated,
  });
}
