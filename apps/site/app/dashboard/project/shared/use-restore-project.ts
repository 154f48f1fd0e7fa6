import { useMutation, useQueryClient } from "@tanstack/react-query";
import { request } from "../../../api/request.ts";
import { toast } from "../../../ui/toast.ts";

/** Takes the deletion of a project back. */
export function useRestoreProject(projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request("POST /internal/projects/{projectId}/restore", { path: { projectId } }),
    onSuccess: async ({ displayName }) => {
      await client.invalidateQueries();
      toast({ title: `${displayName} was restored`, description: "Its keys work again.", tone: "success" });
    },
    onError: (error) =>
      toast({ title: "The deletion could not be undone", description: error.message, tone: "danger" }),
  });
}
