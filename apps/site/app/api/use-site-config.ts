import { queryOptions, useQuery } from "@tanstack/react-query";
import { request } from "./request.ts";

/** What the server says of itself; it does not change while it runs. */
export const siteConfigQuery = queryOptions({
  queryKey: ["config"],
  queryFn: ({ signal }) => request("GET /internal/config", { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export function useSiteConfig() {
  return useQuery(siteConfigQuery);
}
