import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { request } from "../api/request.ts";
import { meQuery } from "../api/use-me.ts";

export interface CreatedTeam {
  readonly id: string;
  readonly name: string;
}

/** Creates a team, makes it the one the person works in, and leads to its page. */
export function useCreateTeam(): (typed: string) => Promise<CreatedTeam> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (typed) => {
    const name = typed.trim();
    const { id, workosOrganizationId } = await request("POST /internal/accounts", { body: { name } });
    // The team has been created, so a failed switch to it is not reported as an error.
    await request("PATCH /internal/me", { body: { lastTeamId: workosOrganizationId } }).catch(() => undefined);
    await Promise.all([
      client.invalidateQueries({ queryKey: meQuery.queryKey }),
      client.invalidateQueries({ queryKey: ["accounts-summary"] }),
      client.invalidateQueries({ queryKey: ["teams"] }),
    ]);
    setTimeout(() => void navigate(`/dashboard/${encodeURIComponent(id)}`), 0);
    return { id, name };
  };
}
