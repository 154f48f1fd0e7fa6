import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { request } from "../../api/request.ts";
import { useMe } from "../../api/use-me.ts";
import { docsIndexQuery } from "../../search/docs-index.ts";
import { routeParams } from "../../search/route-params.ts";
import { createToolset } from "./toolset.ts";
import type { AssistantToolset } from "./assistant-tools-context.ts";

/** The assistant's tools, with what they need of this page at the moment they run. */
export function useAssistantTools(): AssistantToolset {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { data: me } = useMe();
  const isStaff = me?.user?.isStaff === true;
  const current = useRef({ navigate, pathname, me });
  useEffect(() => {
    current.current = { navigate, pathname, me };
  });
  return useMemo(
    () =>
      createToolset({
        params() {
          const { pathname: path, me: user } = current.current;
          const here = routeParams(path);
          if (here.accountId !== undefined) return here;
          const { lastTeamId = null, lastProjectId = null } = user ?? {};
          return {
            ...(lastTeamId !== null && { accountId: lastTeamId }),
            ...(lastTeamId !== null && lastProjectId !== null && { projectId: lastProjectId }),
          };
        },
        accounts: () =>
          queries.fetchQuery({
            queryKey: ["accounts-summary"],
            queryFn: ({ signal }) => request("GET /internal/accounts/summary", { signal }),
          }),
        docs: () => queries.fetchQuery(docsIndexQuery),
        go: (href) => void current.current.navigate(href),
        isStaff,
      }),
    [queries, isStaff],
  );
}
