import { z } from "zod";
import { limits } from "../limits.ts";
import { ManagementScope } from "../management-scope.ts";
import { StorableText } from "../storable.ts";
import { internalEndpoint } from "./internal-endpoint.ts";
import { Done } from "./teams.ts";

const team = z.object({ teamId: z.string() });
const instant = z.iso.datetime();

/** A management token of a team, as the dashboard shows it. */
export const ManagementToken = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(ManagementScope),
  lastFour: z.string(),
  createdAt: instant,
  /** Null for accounts that are no longer in the team. */
  createdBy: z.string().nullable(),
  lastUsedAt: instant.nullable(),
  expiresAt: instant,
});
export type ManagementToken = z.output<typeof ManagementToken>;

export const listManagementTokens = internalEndpoint({
  id: "management-tokens",
  route: "GET /internal/teams/{teamId}/management-tokens",
  summary: "A team's management tokens that were not revoked, newest first; expired ones for a while",
  role: "owner",
  path: team,
  returns: z.array(ManagementToken),
});

export const createManagementToken = internalEndpoint({
  id: "create-management-token",
  route: "POST /internal/teams/{teamId}/management-tokens",
  summary: "Create a management token",
  role: "owner",
  path: team,
  body: z.object({
    name: StorableText.trim().min(1).max(limits.keyNameLength),
    scopes: z
      .array(ManagementScope)
      .min(1)
      .transform((scopes) => ManagementScope.options.filter((scope) => scopes.includes(scope))),
  }),
  returns: z.object({
    token: ManagementToken,
    /** The token itself, shown this once. */
    secret: z.string(),
  }),
  errors: ["CONFLICT"],
});

export const revokeManagementToken = internalEndpoint({
  id: "revoke-management-token",
  route: "DELETE /internal/teams/{teamId}/management-tokens/{tokenId}",
  summary: "Revoke a management token at once",
  role: "owner",
  path: z.object({ teamId: z.string(), tokenId: z.string() }),
  returns: Done,
});

export const managementTokenEndpoints = [listManagementTokens, createManagementToken, revokeManagementToken] as const;
