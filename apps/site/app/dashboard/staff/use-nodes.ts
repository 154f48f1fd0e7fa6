import { useQuery } from "@tanstack/react-query";
import { request } from "../../api/request.ts";
import { useMe } from "../../api/use-me.ts";

/** The nodes of the cluster, for staff. None if the server is one process. */
export function useNodes() {
  const { data: me } = useMe();
  return useQuery({
    queryKey: ["staff", "nodes"],
    enabled: me?.user?.isStaff === true,
    queryFn: ({ signal }) => request("GET /internal/staff/nodes", { signal }),
    // A server that is one process stays one.
    refetchInterval: ({ state }) => (state.data?.length === 0 ? false : 5_000),
  });
}
