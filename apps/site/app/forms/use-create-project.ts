import { useQueryClient } from "@tanstack/react-query";
import type { InternalRoutes } from "@weft/protocol";
import { useNavigate } from "react-router";
import { request } from "../api/request.ts";
import { keepNewSecret } from "./new-secret.ts";

type Route = "POST /internal/accounts/{teamId}/projects";
type Body = NonNullable<InternalRoutes[Route]["body"]>;
type Environment = NonNullable<Body["type"]>;
type Region = NonNullable<Body["regionRestriction"]>;

export type CreatedProject = InternalRoutes[Route]["returns"];

export interface NewProject {
  readonly teamId: string;
  readonly name: string;
  readonly type: Environment;
  readonly regionRestriction: Region;
}

/** Creates a project and leads to its page, which shows the secret key this once. */
export function useCreateProject(): (project: NewProject) => Promise<CreatedProject> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async ({ teamId, name, type, regionRestriction }) => {
    const created = await request("POST /internal/accounts/{teamId}/projects", {
      path: { teamId },
      body: { displayName: name.trim(), type, regionRestriction },
    });
    keepNewSecret(created._id, created.secretKey);
    // Every list of projects has one more: which ones there are is known to those who show them.
    await client.invalidateQueries();
    const address = `/dashboard/${encodeURIComponent(teamId)}/projects/${encodeURIComponent(created._id)}`;
    setTimeout(() => void navigate(address), 0);
    return created;
  };
}
