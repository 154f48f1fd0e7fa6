import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Project } from "@weft/protocol";
import { request } from "../../../api/request.ts";
import type { RequestParts } from "../../../api/request.ts";
import { toast } from "../../../ui/toast.ts";
import { teamsQuery } from "../../frame/use-teams.ts";
import { projectQuery } from "../shared/project-query.ts";

type Change = RequestParts<"PATCH /internal/projects/{projectId}">["body"];

/** Saves a setting of a project, and says whether it was. */
export function useChangeProject(project: Project) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Change) =>
      request("PATCH /internal/projects/{projectId}", { path: { projectId: project.id }, body }),
    onSuccess: (next) => {
      client.setQueryData(projectQuery(project.id).queryKey, next);
      if (next.displayName !== project.displayName) void client.invalidateQueries({ queryKey: teamsQuery.queryKey });
      toast({ title: "Saved", tone: "success" });
    },
    onError: (error) => toast({ title: "The change was not saved", description: error.message, tone: "danger" }),
  });
}
