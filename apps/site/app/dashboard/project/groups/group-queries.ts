import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Group } from "@weft/protocol";
import type { z } from "zod";
import { filled } from "../shared/filled.ts";
import { gateway } from "../shared/gateway.ts";
import type { CursorPage } from "../shared/room-body.ts";

export type GroupBody = Omit<z.output<typeof Group>, "id"> & { readonly id: string };

export const groupsKey = (projectId: string) => ["project", projectId, "groups"] as const;
export const groupPath = (groupId: string) => `/groups/${encodeURIComponent(groupId)}`;

export function groupsQuery(projectId: string, cursor: string) {
  return queryOptions({
    queryKey: [...groupsKey(projectId), "list", cursor],
    queryFn: ({ signal }) =>
      gateway<CursorPage<GroupBody>>(projectId, "GET", "/groups", { query: filled({ startingAfter: cursor }), signal }),
    placeholderData: keepPreviousData,
  });
}

export function groupQuery(projectId: string, groupId: string) {
  return queryOptions({
    queryKey: [...groupsKey(projectId), "one", groupId],
    queryFn: ({ signal }) => gateway<GroupBody>(projectId, "GET", groupPath(groupId), { signal }),
  });
}
