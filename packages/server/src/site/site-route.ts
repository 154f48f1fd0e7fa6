/** Binds endpoints of the site to their handlers. */
import type { Actor, EffectsOf, Membership, ProjectRecord } from "@weft/collab";
import type { Endpoint, InternalEndpoint, Method, Returns, Role } from "@weft/protocol";
import type { z } from "zod";
import type { EndpointAnswer, EndpointCall } from "../http/route.ts";
import type { Account } from "./sign-in.ts";
import type { SiteContext } from "./site-context.ts";
import type { SiteServices } from "./site-services.ts";

/** The caller, with the team and project that the path names. */
export interface Admitted {
  readonly account: Account | undefined;
  readonly membership: Membership | undefined;
  /** The project that the path names. */
  readonly project: ProjectRecord | undefined;
}

/** An endpoint of the site, with its handler. */
export interface SiteRoute {
  readonly endpoint: Endpoint;
  readonly handle: (call: EndpointCall, context: SiteContext) => unknown;
}

type InTeam = "member" | "owner";

/** A call of the site: admitted by the endpoint's role, and checked against its declaration. */
export interface SiteCall<
  L extends Role,
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodType = z.ZodType,
> extends Pick<EndpointCall<"none", P, Q, B>, "path" | "query" | "body" | "origin"> {
  /** The signed-in user. */
  readonly account: L extends "anyone" ? Account | undefined : Account;
  /** The team of the path, or of the path's project, and the caller's role in it. */
  readonly membership: L extends InTeam ? Membership : undefined;
  /** The project of the path. */
  readonly project: L extends InTeam
    ? z.output<P> extends { projectId: string }
      ? ProjectRecord
      : undefined
    : undefined;
  /** The caller's address. */
  readonly address: string;
}

/**
 * Binds a handler to an endpoint of the site. The endpoint's role has already been checked: the caller of a handler for
 * a team or project is a member of it.
 *
 * @example
 * implementSite(getProject, ({ project }) => describeProject(project));
 */
export function implementSite<
  T extends `${Method} /internal/${string}`,
  L extends Role,
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  R extends Returns,
>(
  endpoint: InternalEndpoint<T, L, P, Q, B, R>,
  handler: (call: SiteCall<L, P, Q, B>, context: SiteContext) => EndpointAnswer<R> | Promise<EndpointAnswer<R>>,
): SiteRoute {
  // The edge builds the call from the same schemas and role as its type.
  return { endpoint, handle: handler as unknown as SiteRoute["handle"] };
}

/** Routes of one concept. */
export function siteRoutesOf(...implemented: readonly SiteRoute[]): readonly SiteRoute[] {
  return implemented;
}

/** The caller, for the audit log. */
export function actorOf({ account }: { readonly account: Account }): Actor {
  return { person: account.person, address: account.address };
}

/** The audit log entry of an account's action on a project or a key: `key.rolled` is an action on a key. */
export function audited(
  { teams }: Pick<SiteServices, "teams">,
  team: string,
  account: Account,
  action: string,
): EffectsOf {
  const [kind = ""] = action.split(".", 1);
  return ({ id, name }) => ({ audit: [teams.entry(team, actorOf({ account }), action, { kind, id, name })] });
}
