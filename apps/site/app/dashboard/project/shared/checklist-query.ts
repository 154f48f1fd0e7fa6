import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { request } from "../../../api/request.ts";

const everyMs = 2_500;

export function checklistQuery(projectId: string) {
  return queryOptions({
    queryKey: ["project", projectId, "checklist"],
    queryFn: ({ signal }) => request("GET /internal/projects/{projectId}/checklist", { path: { projectId }, signal }),
    staleTime: 0,
  });
}

/** The completed steps of the quickstart. Polled until it is dismissed and the first client has connected. */
export function useChecklist(projectId: string) {
  return useQuery({
    ...checklistQuery(projectId),
    refetchInterval: ({ state }) =>
      state.data === undefined || (state.data.dismissed && state.data.steps.firstConnection !== null) ? false : everyMs,
  });
}

/** Records that a key was copied, the checklist's second step. Ignores failures. */
export function useNoteCopiedKey(projectId: string): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    const { queryKey } = checklistQuery(projectId);
    if (client.getQueryData(queryKey)?.steps.copiedKey != null) return;
    request("PATCH /internal/projects/{projectId}/checklist", { path: { projectId }, body: { copiedKey: true } }).then(
      (checklist) => client.setQueryData(queryKey, checklist),
      () => undefined,
    );
  }, [client, projectId]);
}
