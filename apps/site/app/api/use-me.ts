import { queryOptions, useQuery } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { readItem, storeItem } from "../storage/browser-storage.ts";
import { request } from "./request.ts";

const signedInKey = "weft:signed-in";

/**
 * The signed-in user and their teams. After a change, invalidate `meQuery.queryKey`, or call `refetchMe` where the next step
 * needs the new answer, as after a sign-in or a sign-out.
 */
export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: async ({ signal }) => {
    const me = await request("GET /internal/me", { signal });
    storeItem(signedInKey, me.user === null ? null : "yes");
    return me;
  },
  staleTime: 60_000,
});

/** `data` is undefined while it loads. `data.user` is null when the user is signed out. */
export function useMe() {
  return useQuery(meQuery);
}

/**
 * Asks again who is signed in. `refetchQueries` alone would wait for a first request that is still under way, whose
 * answer may be older than what has changed.
 */
export async function refetchMe(queries: QueryClient): Promise<void> {
  await queries.cancelQueries({ queryKey: meQuery.queryKey });
  await queries.refetchQueries({ queryKey: meQuery.queryKey });
}

/** Whether the last response said that a user was signed in. Only a hint until `useMe` has data: the session may have ended. */
export function wasSignedIn(): boolean {
  return readItem(signedInKey) === "yes";
}
