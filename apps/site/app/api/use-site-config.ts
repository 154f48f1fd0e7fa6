import { queryOptions, useQuery } from "@tanstack/react-query";
import { request } from "./request.ts";

/** The server's configuration, which does not change while it runs. */
export const siteConfigQuery = queryOptions({
  queryKey: ["config"],
  queryFn: async ({ signal }) => {
    const config = await request("GET /internal/config", { signal });
    // If the operator has not set the server's URL, the page uses its own origin.
    return { ...config, serverUrl: config.serverUrl ?? location.origin };
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export function useSiteConfig() {
  return useQuery(siteConfigQuery);
}
