import { queryOptions, useQuery } from "@tanstack/react-query";
import { readItem, storeItem } from "../storage/browser-storage.ts";
import { request } from "./request.ts";

const signedInKey = "weft:signed-in";

/** Who is signed in, and their teams; invalidate `meQuery.queryKey` after a sign-in, a sign-out or a change. */
export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: async ({ signal }) => {
    const me = await request("GET /internal/me", { signal });
    storeItem(signedInKey, me.user === null ? null : "yes");
    return me;
  },
  staleTime: 60_000,
});

/** `data` is undefined while it is asked for; `data.user` is null when nobody is signed in. */
export function useMe() {
  return useQuery(meQuery);
}

/** Whether the last response said that a user was signed in. Only a hint until `useMe` has data: the session may have ended. */
export function wasSignedIn(): boolean {
  return readItem(signedInKey) === "yes";
}
