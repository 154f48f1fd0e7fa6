import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { toast } from "../../../ui/toast.ts";
import { gateway, roomPath } from "../shared/gateway.ts";
import { useProject } from "../shared/project-context.ts";
import { roomIdFault } from "../shared/room-rules.ts";
import { SettingsSection } from "../../shared/settings-section.tsx";
import { useInspectedRoom } from "./room-context.ts";

/** What is done with a room as a whole. */
export function RoomSettingsTab() {
  const { project, base } = useProject();
  const { room } = useInspectedRoom();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [newId, setNewId] = useState(room.id);
  const [renaming, setRenaming] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const path = roomPath(room.id);
  const refreshList = () => client.invalidateQueries({ queryKey: ["project", project.id, "rooms"] });

  const rename = useMutation({
    mutationFn: () => gateway(project.id, "POST", `${path}/update-room-id`, { body: { newRoomId: newId } }),
    onSuccess: () => {
      void refreshList();
      void navigate(`${base}/rooms/${encodeURIComponent(newId)}?tab=settings`, { replace: true });
    },
  });
  const prewarm = useMutation({
    mutationFn: () => gateway(project.id, "GET", `${path}/prewarm`),
    onSuccess: () =>
      toast({ title: "Room loaded", description: "It stays in memory for 10 seconds.", tone: "success" }),
    onError: (error) => toast({ title: "The room could not be loaded", description: error.message, tone: "danger" }),
  });
  const remove = useMutation({
    mutationFn: () => gateway(project.id, "DELETE", path),
    onSuccess: () => {
      void refreshList();
      void navigate(`${base}/rooms`, { replace: true });
    },
  });
  const fault = roomIdFault(newId);
  return (
    <div className="flex flex-col gap-5">
      <SettingsSection
        title="Room ID"
        about="Renames the room permanently. Its contents are kept, and the old ID can be used again."
      >
        <form
          className="flex flex-wrap items-start gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (fault === undefined && newId !== room.id) setRenaming(true);
          }}
        >
          <Field label="New ID" labelHidden error={fault} className="min-w-56 flex-1">
            <Input
              value={newId}
              spellCheck={false}
              className="font-mono text-xs"
              onChange={(event) => setNewId(event.target.value)}
            />
          </Field>
          <Button type="submit" disabled={fault !== undefined || newId === room.id}>
            Rename
          </Button>
        </form>
      </SettingsSection>
      <SettingsSection title="Prewarm" about="Loads the room into memory so that the first user connects faster.">
        <Button className="self-start" busy={prewarm.isPending} onClick={() => prewarm.mutate()}>
          Prewarm
        </Button>
      </SettingsSection>
      <SettingsSection
        danger
        title="Delete room"
        about="Permanently deletes the room with its Storage, documents, versions and files."
      >
        <Button variant="danger" onClick={() => setDeleting(true)}>
          Delete room
        </Button>
      </SettingsSection>
      <AlertDialog
        open={renaming}
        onOpenChange={setRenaming}
        title="Rename this room?"
        action="Rename"
        danger={false}
        busy={rename.isPending}
        error={rename.error?.message}
        onConfirm={() => rename.mutate()}
      >
        <code className="wrap-anywhere">{room.id}</code> becomes <code className="wrap-anywhere">{newId}</code>
        permanently. Connected users are disconnected, and your app must use the new ID.
      </AlertDialog>
      <AlertDialog
        open={deleting}
        onOpenChange={setDeleting}
        title="Delete this room?"
        action="Delete room"
        typed={project.type === "prod" ? room.id : undefined}
        busy={remove.isPending}
        error={remove.error?.message}
        onConfirm={() => remove.mutate()}
      >
        This permanently deletes <code className="wrap-anywhere">{room.id}</code> and its data, and disconnects its
        users.
      </AlertDialog>
    </div>
  );
}
