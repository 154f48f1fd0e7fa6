import { useMutation, useQueryClient } from "@tanstack/react-query";
import { AlertDialog } from "../../../../ui/alert-dialog.tsx";
import { toast } from "../../../../ui/toast.ts";
import { gateway } from "../../shared/gateway.ts";
import { useProject } from "../../shared/project-context.ts";
import { knowledgeKey, sourcePath } from "./knowledge-queries.ts";
import type { SourceBody } from "./knowledge-queries.ts";
import { sourceName } from "./source-text.ts";

export interface DeleteSourceDialogProps {
  copilotId: string;
  /** Undefined while nothing is to be deleted. */
  source: SourceBody | undefined;
  onClose: () => void;
}

export function DeleteSourceDialog({ copilotId, source, onClose }: DeleteSourceDialogProps) {
  const { project } = useProject();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: (doomed: SourceBody) => gateway<void>(project.id, "DELETE", sourcePath(copilotId, doomed)),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: knowledgeKey(project.id, copilotId) });
      onClose();
      toast({ title: "The source was deleted", tone: "success" });
    },
  });
  return (
    <AlertDialog
      open={source !== undefined}
      onOpenChange={(open) => {
        if (open) return;
        remove.reset();
        onClose();
      }}
      title="Delete this source?"
      action="Delete source"
      busy={remove.isPending}
      error={remove.error?.message}
      onConfirm={() => source && remove.mutate(source)}
    >
      <p className="wrap-anywhere">
        The copilot can no longer find <strong>{source && sourceName(source)}</strong> in its knowledge. This cannot be
        undone.
      </p>
    </AlertDialog>
  );
}
