import { Dialog } from "../ui/dialog.tsx";
import { CreateTeamForm } from "./create-team-form.tsx";

/** The form of a new team, over the page. */
export function CreateTeamDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      title="Create team"
      description="A team has members and projects."
      onOpenChange={(open) => !open && onClose()}
    >
      <CreateTeamForm onCancel={onClose} />
    </Dialog>
  );
}
