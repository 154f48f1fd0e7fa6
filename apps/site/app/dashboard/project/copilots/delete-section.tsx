import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast.ts";
import { discardChanges } from "../../shared/discard-changes.ts";
import { SettingsSection } from "../../shared/settings-section.tsx";
import { gateway } from "../shared/gateway.ts";
import { useProject } from "../shared/project-context.ts";
import { copilotPath, copilotsKey } from "./copilot-queries.ts";
import type { CopilotBody } from "./copilot-queries.ts";

/** Deletes a copilot, once its name has been typed. */
export function DeleteSection({ copilot }: { copilot: CopilotBody }) {
  const { project, base } = useProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => gateway<void>(project.id, "DELETE", copilotPath(copilot.id)),
    onSuccess: async () => {
      setAsking(false);
      // The list must not show for a moment what is gone.
      client.removeQueries({ queryKey: [...copilotsKey(project.id), "list"] });
      await navigate(`${base}/copilots`, { replace: true, state: discardChanges });
      for (const kind of ["one", "key"])
        client.removeQueries({ queryKey: [...copilotsKey(project.id), kind, copilot.id] });
      toast({ title: "The copilot was deleted", tone: "success" });
    },
  });
  return (
    <SettingsSection danger title="Delete copilot" about="Deletes the copilot, its provider key and its knowledge.">
      <Button variant="danger" onClick={() => setAsking(true)}>
        Delete copilot
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={(open) => {
          setAsking(open);
          if (!open) remove.reset();
        }}
        title="Delete this copilot?"
        action="Delete copilot"
        typed={copilot.name}
        busy={remove.isPending}
        error={remove.error?.message}
        onConfirm={() => remove.mutate()}
      >
        <p className="wrap-anywhere">
          <strong>{copilot.name}</strong>, its provider key and its knowledge are permanently deleted. Chats in your app
          can no longer use the copilot. Existing messages are kept.
        </p>
      </AlertDialog>
    </SettingsSection>
  );
}
