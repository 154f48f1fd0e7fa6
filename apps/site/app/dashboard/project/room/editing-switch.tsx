import { useState } from "react";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { useProject } from "../shared/project-context.ts";
import { useInspectedRoom } from "./room-context.ts";

/** Production projects ask once per visit before anything in a room can be changed. */
const allowedThisVisit = new Set<string>();

/** Lets what is in the room be changed, on every tab: an inspector only looks until that was asked for. */
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
        {project.displayName} is a production project. What you change here, people see at once. The audit log notes
        that it was you.
      </AlertDialog>
    </>
  );
}
