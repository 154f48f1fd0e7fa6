import { useMutation } from "@tanstack/react-query";
import { request } from "../../../api/request.ts";
import type { RequestParts } from "../../../api/request.ts";
import { toast } from "../../../ui/toast.ts";
import { useProject } from "../shared/project-context.ts";
import { refusalText } from "../shared/refusal-text.ts";
import { useRefreshWebhook } from "./use-refresh-webhook.ts";
import { useWebhook } from "./use-webhook.ts";

type Change = RequestParts<"PATCH /internal/projects/{projectId}/webhooks/{webhookId}">["body"];

/** Saves settings of the endpoint that is open: those that are named, and no others. */
export function useChangeWebhook(saved = "Saved") {
  const { project } = useProject();
  const { id: webhookId } = useWebhook();
  const refresh = useRefreshWebhook();
  return useMutation({
    mutationFn: (body: Change) =>
      request("PATCH /internal/projects/{projectId}/webhooks/{webhookId}", {
        path: { projectId: project.id, webhookId },
        body,
      }),
    onSuccess: (next) => {
      refresh(webhookId, next);
      toast({ title: saved, tone: "success" });
    },
    onError: (error) => toast({ title: "The change was not saved", description: refusalText(error), tone: "danger" }),
  });
}
