import { Dialog } from "../ui/dialog.tsx";
import { CreateProjectForm } from "./create-project-form.tsx";
import type { CreateProjectFormProps } from "./create-project-form.tsx";

export interface CreateProjectDialogProps extends Pick<CreateProjectFormProps, "teamId" | "name" | "type"> {
  onClose: () => void;
}

/** The form of a new project, over the page. */
export function CreateProjectDialog({ onClose, ...chosen }: CreateProjectDialogProps) {
  return (
    <Dialog
      open
      title="Create project"
      description="A project has its own rooms and keys."
      onOpenChange={(open) => !open && onClose()}
    >
      <CreateProjectForm {...chosen} onCancel={onClose} />
    </Dialog>
  );
}
