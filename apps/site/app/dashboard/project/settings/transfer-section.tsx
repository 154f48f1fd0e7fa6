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

/** Transfers the project to another team of the same owner. */
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
      toast({
        title: `${project.displayName} was transferred to ${target?.name ?? "the other team"}`,
        tone: "success",
      });
    },
  });
  return (
    <SettingsSection
      title="Transfer"
      about="Move the project to another team that you own. Its keys, rooms and data move with it."
    >
      {!owner ? (
        <p className="text-sm text-muted">Only team owners can transfer a project.</p>
      ) : teams.length === 0 ? (
        <p className="text-sm text-muted">
          You don&apos;t own another team. Ask an owner of the other team to make you an owner.
        </p>
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
        <p className="text-sm text-muted">A project that is being deleted can&apos;t be transferred.</p>
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
        Its keys keep working. In the dashboard, members of this team lose access to the project, and members of{" "}
        {target?.name} gain access. Its usage, including this month&apos;s, counts toward {target?.name}.
      </AlertDialog>
    </SettingsSection>
  );
}
