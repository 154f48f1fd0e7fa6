import type { ManagementTokenRecord } from "@weft/collab";
import { createManagementToken, listManagementTokens, revokeManagementToken } from "@weft/protocol";
import type { ManagementToken } from "@weft/protocol";
import { instantOf } from "./describe-project.ts";
import { actorOf, implementSite, siteRoutesOf } from "./site-route.ts";
import { fullName, namesIn } from "./team-names.ts";

/** The management tokens of a team. */
export const managementTokenRoutes = siteRoutesOf(
  implementSite(listManagementTokens, async ({ path }, { site, managementTokens }) => {
    const [tokens, nameOf] = await Promise.all([managementTokens.list(path.teamId), namesIn(path.teamId, site)]);
    return tokens.map((token) => describeToken(token, nameOf));
  }),

  implementSite(createManagementToken, async ({ account, path, body }, { managementTokens }) => {
    const { record, token } = await managementTokens.create(actorOf({ account }), path.teamId, body);
    return { token: describeToken(record, () => fullName(account.person)), secret: token };
  }),

  implementSite(revokeManagementToken, async ({ account, path }, { managementTokens }) => {
    await managementTokens.revoke(actorOf({ account }), path.teamId, path.tokenId);
    return { done: true } as const;
  }),
);

function describeToken(token: ManagementTokenRecord, nameOf: (account: string) => string | null): ManagementToken {
  const { id, name, scopes, lastFour, createdAt, createdBy, lastUsedAt, expiresAt } = token;
  return {
    id,
    name,
    scopes: [...scopes],
    lastFour,
    createdAt: new Date(createdAt).toISOString(),
    createdBy: nameOf(createdBy),
    lastUsedAt: instantOf(lastUsedAt),
    expiresAt: new Date(expiresAt).toISOString(),
  };
}
