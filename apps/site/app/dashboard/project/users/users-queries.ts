import { queryOptions } from "@tanstack/react-query";
import type { ProjectUser, UserErasure } from "@weft/protocol";
import { request } from "../../../api/request.ts";
import type { Answer } from "../../../api/request.ts";
import type { CursorPage } from "../shared/room-body.ts";

export type UserThread = Answer<"GET /internal/projects/{projectId}/users/{userId}/threads">["data"][number];
export type UserPage = CursorPage<ProjectUser>;

const everyMs = 10_000;
/** While an erasure is under way. */
const oftenMs = 1_000;

export const isErasing = ({ state }: UserErasure) => state === "waiting" || state === "running";

export function usersQuery(projectId: string, prefix: string, cursor: string) {
  return queryOptions({
    queryKey: ["project", projectId, "users", prefix, cursor],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}/users", {
        path: { projectId },
        query: { ...(prefix !== "" && { prefix }), ...(cursor !== "" && { cursor }) },
        signal,
      }),
    refetchInterval: everyMs,
  });
}

/** A user; every key of what belongs to them begins with `["project", projectId, "user", userId]`. */
export function userQuery(projectId: string, userId: string) {
  return queryOptions({
    queryKey: ["project", projectId, "user", userId, "itself"],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}/users/{userId}", { path: { projectId, userId }, signal }),
    refetchInterval: everyMs,
  });
}

export function erasuresQuery(projectId: string) {
  return queryOptions({
    queryKey: ["project", projectId, "user-erasures"],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}/user-erasures", { path: { projectId }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.some(isErasing) ? oftenMs : everyMs),
  });
}

export function erasureQuery(projectId: string, erasureId: string) {
  return queryOptions({
    queryKey: ["project", projectId, "user-erasures", erasureId],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}/user-erasures/{erasureId}", {
        path: { projectId, erasureId },
        signal,
      }),
    refetchInterval: ({ state: { data } }) => (data === undefined || isErasing(data) ? oftenMs : false),
  });
}
