import { useState } from "react";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { useProject } from "../shared/project-context.ts";
import { useInspectedRoom } from "./room-context.ts";

/** Production projects ask once per visit. */
const allowedThisVisit = new Set<string>();

/** Allows changes to the room on every tab. Until it is on, the inspector only reads. */
export function EditingSwitch() {
  const { project } = useProject();
  const { editing, setEditing } = useInspectedRoom();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Switch
        label="Enable editing"
        className="items-center! gap-2.5!"
        checked={editing}
        onCheckedChange={(next) => {
          if (next && project.type === "prod" && !allowedThisVisit.has(project.id)) setAsking(true);
          else setEditing(next);
        }}
      />
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Edit a room in production?"
        action="Enable editing"
        danger={false}
        onConfirm={() => {
          allowedThisVisit.add(project.id);
          setAsking(false);
          setEditing(true);
        }}
      >
        {project.displayName} is a production project. Users see your changes immediately, and the audit log records
        them under your name.
      </AlertDialog>
    </>
  );
}
