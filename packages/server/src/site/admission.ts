import { mustUseSso } from "@weft/collab";
import type { Membership } from "@weft/collab";
import { WeftError } from "@weft/protocol";
import type { ProjectId, Role, SignInMethod } from "@weft/protocol";
import type { FastifyReply, FastifyRequest } from "fastify";
import { headersOf } from "./sign-in-routes.ts";
import type { Account } from "./sign-in.ts";
import type { SiteServices } from "./site-services.ts";
import type { Admitted } from "./site-route.ts";

/** The signed-in user; the cookies of the session are set on the reply. */
export async function accountOf(
  request: Pick<FastifyRequest, "headers" | "ip">,
  reply: FastifyReply | undefined,
  { signIn }: Pick<SiteServices, "signIn">,
): Promise<Account | undefined> {
  const session = await signIn.session(headersOf(request), request.ip);
  if (session === null) return undefined;
  if (session.cookies.length > 0) reply?.header("Set-Cookie", session.cookies);
  return session.account;
}

/**
 * Decides whether an account may call: UNAUTHENTICATED, FORBIDDEN for an insufficient role, NOT_FOUND for a team or
 * project that does not exist or is not theirs, or the error of a sign-in that does not meet the team's requirements.
 */
export async function admit(
  role: Role,
  account: Account | undefined,
  path: Readonly<Record<string, unknown>>,
  { teams, projects, now }: Pick<SiteServices, "teams" | "projects" | "now">,
): Promise<Admitted> {
  if (role === "anyone") return { account, membership: undefined, project: undefined };
  if (account === undefined) throw new WeftError("UNAUTHENTICATED");
  if (role === "account") return { account, membership: undefined, project: undefined };
  if (role === "staff") {
    if (!account.isStaff)
      throw new WeftError("FORBIDDEN", { message: "This is only available to staff.", suggestion: "" });
    return { account, membership: undefined, project: undefined };
  }
  const { teamId, projectId } = path as { teamId?: string; projectId?: string };
  const project = projectId === undefined ? undefined : await projects.find(projectId as ProjectId);
  const team = projectId === undefined ? teamId : project?.team;
  const membership = team === undefined ? undefined : await teams.membership(team, account.person.id);
  const what = projectId === undefined ? "Team" : "Project";
  if (membership === undefined)
    throw new WeftError("NOT_FOUND", { message: `${what} not found.`, suggestion: "Check the id." });
  const code = closedBy(membership, account, now());
  if (code !== undefined) throw new WeftError(code);
  if (role === "owner" && membership.role !== "owner") throw new WeftError("FORBIDDEN");
  return { account, membership, project };
}

type SignInOfAccount = Pick<Account, "person" | "signedInAt" | "ssoTeam" | "signedInWith">;

/** Whether a sign-in is by one of the methods. The identity provider of another team is none of this team's. */
export function allows(
  methods: readonly SignInMethod[],
  { signedInWith, ssoTeam }: Pick<Account, "ssoTeam" | "signedInWith">,
  team: string,
): boolean {
  if (signedInWith === undefined || !methods.includes(signedInWith)) return false;
  return signedInWith !== "saml" || ssoTeam === team;
}

/** Why a team is closed to a member with this sign-in; undefined if it is open. */
export function closedBy(
  membership: Membership,
  account: SignInOfAccount,
  now: number,
): "SSO_REQUIRED" | "SIGN_IN_METHOD_NOT_ALLOWED" | "TWO_FACTOR_REQUIRED" | "SIGN_IN_TOO_OLD" | undefined {
  const { person, signedInAt, ssoTeam } = account;
  const { id, twoFactorFrom, sessionMs, signInMethods } = membership.team;
  const ssoRequired = mustUseSso(membership, person.email);
  if (ssoTeam !== id && ssoRequired) return "SSO_REQUIRED";
  // Members who have to use single sign-on have no other method, and break-glass owners must get in when it fails.
  const isExempt = ssoRequired || (membership.role === "owner" && membership.breakGlass === true);
  if (signInMethods !== undefined && !isExempt && !allows(signInMethods, account, id))
    return "SIGN_IN_METHOD_NOT_ALLOWED";
  if (twoFactorFrom !== undefined && now >= twoFactorFrom && !person.twoFactorEnabled) return "TWO_FACTOR_REQUIRED";
  return sessionMs !== undefined && now >= signedInAt + sessionMs ? "SIGN_IN_TOO_OLD" : undefined;
}
