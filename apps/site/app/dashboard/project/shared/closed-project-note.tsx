import { Trash2 } from "lucide-react";
import { formatDay } from "../../../formats/calendar-date.ts";
import { Button } from "../../../ui/button.tsx";
import { useRestoreProject } from "./use-restore-project.ts";

export interface ClosedProjectNoteProps {
  project: { readonly id: string; readonly displayName: string; readonly deletesAt: string };
  /** Whether the user can undo the deletion. */
  owner: boolean;
}

/** Says that a project is closed and when its data is deleted, and undoes the deletion. */
export function ClosedProjectNote({ project, owner }: ClosedProjectNoteProps) {
  const restore = useRestoreProject(project.id);
  return (
    <section
      aria-label={`Deletion of ${project.displayName}`}
      className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border border-danger-line bg-danger-soft px-5 py-4"
    >
      <div className="flex min-w-0 flex-1 basis-72 items-start gap-3 text-sm">
        <Trash2 className="mt-0.5 size-4 shrink-0 text-danger" aria-hidden />
        <p>
          <strong className="font-medium">{project.displayName} is being deleted.</strong> Its keys are refused and its
          rooms are closed. Its data is deleted on{" "}
          <time dateTime={project.deletesAt}>{formatDay(project.deletesAt)}</time>
          {owner ? "." : ". Until then, a team owner can undo this."}
        </p>
      </div>
      {owner && (
        <Button busy={restore.isPending} onClick={() => restore.mutate()}>
          Undo
        </Button>
      )}
    </section>
  );
}
