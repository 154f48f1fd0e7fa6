import { useQueryClient } from "@tanstack/react-query";
import type { InternalRoutes } from "@weft/protocol";
import { request } from "../../api/request.ts";
import { meQuery } from "../../api/use-me.ts";

/** Changes the user's names, picture or preferences, and shows them at once. */
export function useUpdateMe() {
  const queries = useQueryClient();
  return async (change: InternalRoutes["PATCH /internal/me"]["body"]) => {
    queries.setQueryData(meQuery.queryKey, await request("PATCH /internal/me", { body: change }));
  };
}
