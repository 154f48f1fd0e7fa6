import { useQueryClient } from "@tanstack/react-query";
import type { ProjectWebhook } from "@weft/protocol";
import { useProject } from "../shared/project-context.ts";
import { deliveriesKey, webhookQuery, webhooksQuery } from "./webhooks-query.ts";

/** Shows an endpoint as an answer describes it, or reads it again, with its deliveries and the list of endpoints. */
export function useRefreshWebhook(): (webhookId: string, next?: ProjectWebhook) => void {
  const { project } = useProject();
  const client = useQueryClient();
  return (webhookId, next) => {
    const { queryKey } = webhookQuery(project.id, webhookId);
    if (next === undefined) void client.invalidateQueries({ queryKey });
    else client.setQueryData(queryKey, next);
    void client.invalidateQueries({ queryKey: deliveriesKey(project.id, webhookId) });
    void client.invalidateQueries({ queryKey: webhooksQuery(project.id).queryKey, exact: true });
  };
}
