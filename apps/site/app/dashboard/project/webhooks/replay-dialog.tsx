import { useState } from "react";
import { request } from "../../../api/request.ts";
import { countOf } from "../../../formats/count.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ManyProgressView } from "../../shared/many-progress-view.tsx";
import { runMany } from "../../shared/run-many.ts";
import type { ManyProgress } from "../../shared/run-many.ts";
import { useProject } from "../shared/project-context.ts";
import { useRefreshWebhook } from "./use-refresh-webhook.ts";
import { useWebhook } from "./use-webhook.ts";

export interface ReplayDialogProps {
  ids: readonly string[];
  onClose: () => void;
  /** With the deliveries that could not be queued. */
  onDone: (failed: readonly string[]) => void;
}

/** Sends many deliveries again, and shows how far it is. */
export function ReplayDialog({ ids, onClose, onDone }: ReplayDialogProps) {
  const { project } = useProject();
  const webhook = useWebhook();
  const refresh = useRefreshWebhook();
  const [progress, setProgress] = useState<ManyProgress | null>(null);
  const deliveries = countOf(ids.length, "delivery", "deliveries");
  const running = progress !== null && progress.done + progress.failed.length < progress.total;
  const finished = progress !== null && !running;

  const start = async () => {
    setProgress({ done: 0, failed: [], total: ids.length });
    const { failed } = await runMany(
      ids,
      (deliveryId) =>
        request("POST /internal/projects/{projectId}/webhooks/{webhookId}/deliveries/{deliveryId}/replay", {
          path: { projectId: project.id, webhookId: webhook.id, deliveryId },
        }),
      setProgress,
    );
    refresh(webhook.id);
    onDone(failed.map(({ id }) => id));
  };
  return (
    <Dialog open onOpenChange={(open) => !open && !running && onClose()} title={`Replay ${deliveries}?`}>
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (progress === null) void start();
        }}
      >
        {progress === null ? (
          <p className="text-sm text-muted">
            Each is sent again with its message ID, a new timestamp and the current secret. Your receiver may get events
            that it has already processed.
          </p>
        ) : (
          <ManyProgressView label="Replay progress" done="queued" progress={progress} />
        )}
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose} disabled={running}>
            {finished ? "Close" : "Cancel"}
          </Button>
          {!finished && (
            <Button type="submit" variant="primary" busy={running}>
              Replay {deliveries}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
