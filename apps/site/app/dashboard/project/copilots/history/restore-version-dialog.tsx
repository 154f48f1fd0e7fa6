import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CopilotConfiguration, CopilotVersionSummary } from "@weft/protocol";
import { useState } from "react";
import { AlertDialog } from "../../../../ui/alert-dialog.tsx";
import { Field } from "../../../../ui/field.tsx";
import { Input } from "../../../../ui/input.tsx";
import { toast } from "../../../../ui/toast.ts";
import { versionTime } from "../../room/versions/version-time.ts";
import { gateway } from "../../shared/gateway.ts";
import { useProject } from "../../shared/project-context.ts";
import { isElsewhere } from "../copilot-fields.ts";
import { copilotPath, copilotQuery, copilotsKey, versionsKey } from "../copilot-queries.ts";
import type { CopilotBody } from "../copilot-queries.ts";
import { providerNames } from "../provider-names.ts";
import { fieldsOfVersion, restoringPatch } from "./version-configuration.ts";

export interface RestoreVersionDialogProps {
  open: boolean;
  onClose: () => void;
  copilot: CopilotBody;
  version: CopilotVersionSummary;
  configuration: CopilotConfiguration;
}

/** Restores a version, as a new one. Where the version is of another provider or address, its key is asked for. */
export function RestoreVersionDialog({ open, onClose, copilot, version, configuration }: RestoreVersionDialogProps) {
  const { project } = useProject();
  const client = useQueryClient();
  const [key, setKey] = useState("");
  const stored = { provider: copilot.provider, baseUrl: copilot.providerBaseUrl };
  const needsKey = isElsewhere(stored, fieldsOfVersion(copilot, configuration));
  const close = () => {
    restore.reset();
    setKey("");
    onClose();
  };
  const restore = useMutation({
    mutationFn: () =>
      gateway<CopilotBody>(project.id, "POST", copilotPath(copilot.id), {
        body: restoringPatch(copilot, configuration, needsKey ? key : ""),
      }),
    onSuccess: async (changed) => {
      client.setQueryData(copilotQuery(project.id, copilot.id).queryKey, changed);
      await client.invalidateQueries({ queryKey: versionsKey(project.id, copilot.id) });
      void client.invalidateQueries({ queryKey: copilotsKey(project.id) });
      close();
      toast({ title: "Version restored", tone: "success" });
    },
  });
  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => {
        if (!next) close();
      }}
      title="Restore this version?"
      action="Restore version"
      danger={false}
      busy={restore.isPending}
      error={restore.error?.message}
      onConfirm={() => restore.mutate()}
    >
      <div className="flex flex-col gap-4">
        <p>
          The prompts, the model and the settings of {versionTime(version)} are saved as a new version, and used by the
          next answer.
        </p>
        {needsKey && (
          <Field
            label={`API key for ${providerNames[configuration.provider]}`}
            required
            hint="The stored key is for another provider or base URL."
          >
            <Input
              type="password"
              autoComplete="new-password"
              spellCheck={false}
              value={key}
              onChange={(event) => setKey(event.target.value)}
            />
          </Field>
        )}
      </div>
    </AlertDialog>
  );
}
