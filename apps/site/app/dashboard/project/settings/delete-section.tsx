import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { request } from "../../../api/request.ts";
import { countOf } from "../../../formats/count.ts";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast.ts";
import { teamPath } from "../../frame/place.ts";
import { projectsQuery } from "../../shared/projects-query.ts";
import { SettingsSection } from "../../shared/settings-section.tsx";
import { keysQuery } from "../keys/keys-query.ts";
import { useProject } from "../shared/project-context.ts";

/** Deletes a project: a production project after a grace period, any other immediately. */
export function DeleteSection() {
  const { project, owner } = useProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const withGrace = project.type === "prod";
  const { teamId } = project;
  const projects = useQuery({ ...projectsQuery(teamId), enabled: asking });
  const keys = useQuery({ ...keysQuery(project.id), enabled: asking });
  const rooms = projects.data?.find(({ id }) => id === project.id)?.rooms;
  const remove = useMutation({
    mutationFn: () =>
      request("DELETE /internal/projects/{projectId}", {
        path: { projectId: project.id },
        body: { displayName: project.displayName },
      }),
    onSuccess: async () => {
      setAsking(false);
      if (!withGrace) {
        // The list must not show for a moment what is gone.
        client.setQueryData(projectsQuery(teamId).queryKey, (list) => list?.filter(({ id }) => id !== project.id));
        await navigate(teamPath(teamId), { replace: true });
        client.removeQueries({ queryKey: ["project", project.id] });
      }
      await client.invalidateQueries();
      if (withGrace) {
        toast({ title: "Deletion scheduled", description: "You can undo this for seven days.", tone: "success" });
        scrollTo({ top: 0 });
      }
    },
  });
  if (project.deletesAt !== null)
    return (
      <SettingsSection danger title="Delete project" about="This project is being deleted.">
        <p className="text-sm text-muted">
          {owner ? "You can undo this at the top of the page." : "A team owner can undo this."}
        </p>
      </SettingsSection>
    );
  return (
    <SettingsSection
      danger
      title="Delete project"
      about={
        withGrace
          ? "The project is closed immediately. Its data is deleted after seven days. Until then, you can undo this."
          : "This permanently deletes the project, its rooms and its keys."
      }
    >
      <Button variant="danger" disabled={!owner} onClick={() => setAsking(true)}>
        Delete project
      </Button>
      {!owner && <p className="text-sm text-muted">Only team owners can delete a project.</p>}
      <AlertDialog
        open={asking}
        onOpenChange={(open) => {
          setAsking(open);
          if (!open) remove.reset();
        }}
        title={`Delete ${project.displayName}?`}
        action="Delete project"
        typed={project.displayName}
        busy={remove.isPending}
        error={remove.error?.message}
        onConfirm={() => remove.mutate()}
      >
        <div className="flex flex-col gap-3">
          <div>
            This deletes:
            <ul className="mt-1 list-disc pl-5">
              <li>
                {rooms === undefined ? "every room" : countOf(rooms, "room")}, with Storage, documents, versions and
                files
              </li>
              <li>{keys.data === undefined ? "every API key" : countOf(keys.data.length, "API key")}</li>
              <li>events, request logs, analytics and exports</li>
            </ul>
          </div>
          <p>
            {withGrace
              ? "All users are disconnected and all keys stop working immediately. The data is deleted after 7 days. Until then, a team owner can undo this."
              : "All users are disconnected. This is a development project, so it is deleted immediately. This can't be undone."}{" "}
            The team and its other projects are kept.
          </p>
        </div>
      </AlertDialog>
    </SettingsSection>
  );
}
