import { useMutation, useQueryClient } from "@tanstack/react-query";
import { roomLimits } from "@weft/protocol/room-limits";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogForm } from "../../../ui/dialog-form.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import { gateway } from "../shared/gateway.ts";
import { useProject } from "../shared/project-context.ts";
import { groupsKey } from "./group-queries.ts";
import { readUserIds } from "./read-user-ids.ts";

/** Creates a group with its first members. */
export function CreateGroupDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Create group"
      description="Users in a group are mentioned and notified together."
    >
      {open && <CreateGroupForm onClose={onClose} />}
    </Dialog>
  );
}

function CreateGroupForm({ onClose }: { onClose: () => void }) {
  const { project, base } = useProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [id, setId] = useState("");
  const [members, setMembers] = useState("");
  const [organizationId, setOrganizationId] = useState("");
  const [mention, setMention] = useState(true);
  const [tried, setTried] = useState(false);
  const name = id.trim();
  const idFault =
    name === ""
      ? "Enter a group ID"
      : name.length > roomLimits.groupIdLength
        ? `Use at most ${roomLimits.groupIdLength} characters`
        : undefined;
  const create = useMutation({
    mutationFn: () =>
      gateway(project.id, "POST", "/groups", {
        body: {
          id: name,
          memberIds: readUserIds(members),
          scopes: { mention },
          ...(organizationId.trim() !== "" && { organizationId: organizationId.trim() }),
        },
      }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: groupsKey(project.id) });
      void navigate(`${base}/groups/${encodeURIComponent(name)}`);
    },
  });
  const submit = () => {
    setTried(true);
    if (idFault === undefined) create.mutate();
  };
  return (
    <DialogForm
      submit="Create group"
      pending={create.isPending}
      error={create.error?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Group ID" required error={tried ? idFault : undefined} hint="Users mention the group by this ID.">
        <Input
          value={id}
          autoFocus
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setId(event.target.value)}
        />
      </Field>
      <Field label="Members" optional hint="User IDs, separated by commas or line breaks.">
        <Textarea
          rows={3}
          value={members}
          spellCheck={false}
          className="font-mono text-xs"
          placeholder="ada, grace"
          onChange={(event) => setMembers(event.target.value)}
        />
      </Field>
      <Field label="Organization" optional hint="Only users of this organization can mention the group.">
        <Input
          value={organizationId}
          spellCheck={false}
          autoComplete="off"
          placeholder="default"
          onChange={(event) => setOrganizationId(event.target.value)}
        />
      </Field>
      <Checkbox
        label="Users can mention this group"
        hint="The mention scope. It can't be changed later."
        checked={mention}
        onCheckedChange={setMention}
      />
    </DialogForm>
  );
}
