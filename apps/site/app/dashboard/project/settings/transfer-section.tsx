import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { request } from "../../../api/request.ts";
import { useMe } from "../../../api/use-me.ts";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { toast } from "../../../ui/toast.ts";
import { projectPath } from "../../frame/place.ts";
import { SettingsSection } from "../../shared/settings-section.tsx";
import { useProject } from "../shared/project-context.ts";

/** Gives the project to another team that one owns. */
export function TransferSection() {
  const { project, owner } = useProject();
  const { data: me } = useMe();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const teams = (me?.teams ?? []).filter(({ id, role }) => role === "owner" && id !== project.teamId);
  const target = teams.find(({ id }) => id === chosen);
  const transfer = useMutation({
    mutationFn: (teamId: string) =>
      request("POST /internal/projects/{projectId}/transfer", { path: { projectId: project.id }, body: { teamId } }),
    onSuccess: async ({ teamId }) => {
      await navigate(`${projectPath(teamId, project.id)}/settings`, { replace: true });
      await client.invalidateQueries();
      toast({ title: `${project.displayName} belongs to ${target?.name ?? "the other team"} now`, tone: "success" });
    },
  });
  return (
    <SettingsSection
      title="Transfer"
      about="To another team of which you are an owner, too. Keys, rooms and everything in them go along."
    >
      {!owner ? (
        <p className="text-sm text-muted">Only an owner of the team can transfer a project.</p>
      ) : teams.length === 0 ? (
        <p className="text-sm text-muted">You own no other team. Its owners can make you one of them.</p>
      ) : (
        <div className="flex flex-wrap items-end gap-2">
          <Field label="New team" className="min-w-56 flex-1">
            <Select
              options={teams.map(({ id, name }) => ({ value: id, label: name }))}
              value={target?.id ?? null}
              onValueChange={setChosen}
              placeholder="Choose a team"
              disabled={project.deletesAt !== null}
            />
          </Field>
          <Button disabled={target === undefined} onClick={() => setAsking(true)}>
            Transfer project
          </Button>
        </div>
      )}
      {project.deletesAt !== null && owner && (
        <p className="text-sm text-muted">A project that is being deleted stays where it is.</p>
      )}
      <AlertDialog
        open={asking}
        onOpenChange={(open) => {
          setAsking(open);
          if (!open) transfer.reset();
        }}
        title={`Transfer ${project.displayName} to ${target?.name ?? ""}?`}
        action="Transfer project"
        danger={false}
        busy={transfer.isPending}
        error={transfer.error?.message}
        onConfirm={() => {
          if (target) transfer.mutate(target.id);
        }}
      >
        Its keys keep working. Members of this team lose access to it on the dashboard, those of {target?.name} gain it,
        and its usage counts for {target?.name} from now on, with what it had this month.
      </AlertDialog>
    </SettingsSection>
  );
}
