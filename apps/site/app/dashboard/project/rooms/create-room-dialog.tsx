import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { RequestFailed } from "../../../api/request-failed.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogForm } from "../../../ui/dialog-form.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { RadioGroup } from "../../../ui/radio-group.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import { parseStorage } from "../room/storage/storage-json.ts";
import { permissionsOf } from "../shared/access-level.ts";
import type { AccessLevel } from "../shared/access-level.ts";
import { gateway, roomPath } from "../shared/gateway.ts";
import { MetadataEditor } from "../shared/metadata-editor.tsx";
import { useProject } from "../shared/project-context.ts";
import { metadataFaults, metadataOfRows, roomIdFault } from "../shared/room-rules.ts";
import type { MetadataRow } from "../shared/room-rules.ts";

/** Creates a room, and fills its Storage if a document was entered. */
export function CreateRoomDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Create room">
      {open && <CreateRoomForm onClose={onClose} />}
    </Dialog>
  );
}

function CreateRoomForm({ onClose }: { onClose: () => void }) {
  const { project, base } = useProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [id, setId] = useState("");
  const [level, setLevel] = useState<AccessLevel>("write");
  const [metadata, setMetadata] = useState<readonly MetadataRow[]>([]);
  const [storage, setStorage] = useState("");
  const [tried, setTried] = useState(false);

  const parsed = storage.trim() === "" ? undefined : parseStorage(storage);
  const storageFault = parsed && "fault" in parsed ? parsed.fault : undefined;
  const idFault = roomIdFault(id);
  const faults = metadataFaults(metadata);
  const valid =
    idFault === undefined && storageFault === undefined && faults.rows.size === 0 && faults.all === undefined;

  const create = useMutation({
    mutationFn: async () => {
      const body = { id, defaultAccesses: permissionsOf(level), metadata: metadataOfRows(metadata) };
      await gateway(project.id, "POST", "/rooms", { body });
      if (parsed && "document" in parsed)
        await gateway(project.id, "POST", `${roomPath(id)}/storage`, { body: parsed.document });
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["project", project.id, "rooms"] });
      void navigate(`${base}/rooms/${encodeURIComponent(id)}`);
    },
  });
  const refused = create.error instanceof RequestFailed ? create.error.message : undefined;
  const submit = () => {
    setTried(true);
    if (valid) create.mutate();
  };
  return (
    <DialogForm
      submit="Create room"
      pending={create.isPending}
      error={create.isError ? (refused ?? "The room could not be created.") : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="Room ID"
        required
        error={tried ? idFault : undefined}
        hint="Your app uses this ID to enter the room."
      >
        <Input
          value={id}
          autoFocus
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setId(event.target.value)}
        />
      </Field>
      <RadioGroup
        legend="Access"
        value={level === "write" ? "public" : "private"}
        onValueChange={(value) => setLevel(value === "public" ? "write" : "none")}
        options={[
          { value: "public", label: "Public", hint: "Anyone with the public key or a token." },
          { value: "private", label: "Private", hint: "Listed users and groups, and users whose token grants access." },
        ]}
      />
      <div className="flex flex-col gap-2">
        <span className="text-sm font-medium">Metadata</span>
        <MetadataEditor rows={metadata} onChange={setMetadata} />
      </div>
      <Field
        label="Storage"
        optional
        error={storageFault}
        hint="JSON. Objects become LiveObjects and arrays become LiveLists. Typed JSON is stored as it is."
      >
        <Textarea
          rows={4}
          spellCheck={false}
          className="font-mono text-xs"
          value={storage}
          placeholder='{ "title": "Untitled" }'
          onChange={(event) => setStorage(event.target.value)}
        />
      </Field>
    </DialogForm>
  );
}
