import { queryOptions } from "@tanstack/react-query";
import type { ProjectUser, UserErasure } from "@weft/protocol";
import { request } from "../../../api/request.ts";
import type { Answer } from "../../../api/request.ts";
import { readFilters } from "../../shared/use-filters.ts";
import type { CursorPage } from "../shared/room-body.ts";

export type UserThread = Answer<"GET /internal/projects/{projectId}/users/{userId}/threads">["data"][number];
export type UserPage = CursorPage<ProjectUser>;

const everyMs = 10_000;
/** While an erasure is under way. */
const oftenMs = 1_000;

export const isErasing = ({ state }: UserErasure) => state === "waiting" || state === "running";

/** The filters of the list, as they appear in the address. */
export const userFilterNames = ["search", "connected"] as const;

/** What a list of users is narrowed down to, and its page. */
export interface ShownUsers {
  readonly search: string;
  readonly connected: string;
  readonly direction: "asc" | "desc";
  readonly cursor: string;
}

/** The list that an address asks for. */
export function shownUsers(search: URLSearchParams): ShownUsers {
  return {
    ...readFilters(userFilterNames, search),
    direction: search.get("direction") === "asc" ? "asc" : "desc",
    cursor: search.get("cursor") ?? "",
  };
}

/** Users whose ids hold a text, those seen last first. */
export const usersWith = (text: string): ShownUsers => ({ search: text, connected: "", direction: "desc", cursor: "" });

const pageSize = 20;
/** The most answers of one page: the server looks at a bounded number of users for each, so that it may be short. */
const answersAtMost = 10;

export function usersQuery(projectId: string, shown: ShownUsers) {
  return queryOptions({
    queryKey: ["project", projectId, "users", shown],
    queryFn: async ({ signal }): Promise<UserPage> => {
      const { search, connected, direction } = shown;
      const data: ProjectUser[] = [];
      let next: string | null = shown.cursor;
      for (let answers = 0; next !== null && data.length < pageSize && answers < answersAtMost; answers++) {
        const page: UserPage = await request("GET /internal/projects/{projectId}/users", {
          path: { projectId },
          query: {
            direction,
            limit: String(pageSize - data.length),
            ...(search !== "" && { search }),
            ...(connected !== "" && { connected: true }),
            ...(next !== "" && { cursor: next }),
          },
          signal,
        });
        data.push(...page.data);
        next = page.nextCursor;
      }
      return { data, nextCursor: next };
    },
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
