import { queryOptions, useQuery } from "@tanstack/react-query";
import { request } from "./request.ts";

/** Who is signed in, and their teams; invalidate `meQuery.queryKey` after a sign-in, a sign-out or a change. */
export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: ({ signal }) => request("GET /internal/me", { signal }),
  staleTime: 60_000,
});

/** `data` is undefined while it is asked for; `data.user` is null when nobody is signed in. */
export function useMe() {
  return useQuery(meQuery);
}
