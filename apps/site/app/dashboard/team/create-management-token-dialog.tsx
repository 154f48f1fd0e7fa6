import { useMutation } from "@tanstack/react-query";
import type { ManagementScope } from "@weft/protocol";
import { keyNameLength } from "@weft/protocol/internal/form-rules";
import { useState } from "react";
import { request } from "../../api/request.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogForm } from "../../ui/dialog-form.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { managementScopes } from "./management-scopes.ts";

export interface CreateManagementTokenDialogProps {
  readonly teamId: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onCreated: (secret: string) => void;
}

/** Creates a management token with a name and its scopes. */
export function CreateManagementTokenDialog({ teamId, open, onClose, onCreated }: CreateManagementTokenDialogProps) {
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly ManagementScope[]>(["read:all"]);
  const create = useMutation({
    mutationFn: () =>
      request("POST /internal/teams/{teamId}/management-tokens", {
        path: { teamId },
        body: { name: name.trim(), scopes: [...scopes] },
      }),
    onSuccess: ({ secret }) => {
      setName("");
      setScopes(["read:all"]);
      onCreated(secret);
    },
  });
  const fault = name.trim().length > keyNameLength ? `Name must be at most ${keyNameLength} characters` : undefined;
  const ready = name.trim() !== "" && fault === undefined && scopes.length > 0;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (next) return;
        create.reset();
        onClose();
      }}
      title="Create a management token"
      description="The token expires after one year."
    >
      <DialogForm
        submit="Create token"
        pending={create.isPending}
        disabled={!ready}
        onSubmit={() => {
          if (ready) create.mutate();
        }}
        onClose={onClose}
      >
        <Field label="Name" required error={fault ?? create.error?.message} hint="Shown in the audit log.">
          <Input autoFocus value={name} placeholder="Deployment" onChange={(event) => setName(event.target.value)} />
        </Field>
        <fieldset className="flex flex-col gap-2.5">
          <legend className="mb-2 text-sm font-medium">Scopes</legend>
          {managementScopes.map(({ scope, label, hint }) => (
            <Checkbox
              key={scope}
              label={
                <>
                  {label} <code className="text-xs font-normal text-muted">{scope}</code>
                </>
              }
              hint={hint}
              checked={scopes.includes(scope)}
              onCheckedChange={(checked) =>
                setScopes(checked ? [...scopes, scope] : scopes.filter((other) => other !== scope))
              }
            />
          ))}
          {scopes.length === 0 && <p className="text-sm text-danger">Choose at least one scope.</p>}
        </fieldset>
      </DialogForm>
    </Dialog>
  );
}
