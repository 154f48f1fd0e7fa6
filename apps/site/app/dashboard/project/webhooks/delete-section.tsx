import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { request } from "../../../api/request.ts";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast.ts";
import { SettingsSection } from "../../shared/settings-section.tsx";
import { useProject } from "../shared/project-context.ts";
import { useWebhook } from "./use-webhook.ts";
import { webhookQuery, webhooksQuery } from "./webhooks-query.ts";

/** Deletes an endpoint, once the host that it leads to has been typed. */
export function DeleteSection() {
  const { project, base } = useProject();
  const webhook = useWebhook();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () =>
      request("DELETE /internal/projects/{projectId}/webhooks/{webhookId}", {
        path: { projectId: project.id, webhookId: webhook.id },
      }),
    onSuccess: async () => {
      setAsking(false);
      const { queryKey } = webhooksQuery(project.id);
      // The list must not show for a moment what is gone.
      client.setQueryData(queryKey, (list) => list?.filter(({ id }) => id !== webhook.id));
      await navigate(`${base}/webhooks`, { replace: true });
      client.removeQueries({ queryKey: webhookQuery(project.id, webhook.id).queryKey.slice(0, -1) });
      void client.invalidateQueries({ queryKey, exact: true });
      toast({ title: "The endpoint was deleted", tone: "success" });
    },
  });
  const host = new URL(webhook.url).host;
  return (
    <SettingsSection danger title="Delete endpoint" about="Deletes the endpoint, its secret and its deliveries.">
      <Button variant="danger" onClick={() => setAsking(true)}>
        Delete endpoint
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={(open) => {
          setAsking(open);
          if (!open) remove.reset();
        }}
        title="Delete this endpoint?"
        action="Delete endpoint"
        typed={host}
        busy={remove.isPending}
        error={remove.error?.message}
        onConfirm={() => remove.mutate()}
      >
        <p className="wrap-anywhere">
          <code>{webhook.url}</code> receives no more events, and pending deliveries are dropped. This can&apos;t be
          undone. To pause deliveries, disable the endpoint instead.
        </p>
      </AlertDialog>
    </SettingsSection>
  );
}
