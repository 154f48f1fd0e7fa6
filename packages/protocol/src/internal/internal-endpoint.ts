import type { z } from "zod";
import { endpoint } from "../endpoint.ts";
import type { Declaration, Endpoint, Method, Returns } from "../endpoint.ts";

/**
 * Who may call an endpoint of the site's own API: anyone; signed-in users; a member, or an owner, of the team that
 * the path names (by `teamId`, or by a `projectId` of that team); internal staff.
 */
export type Role = "anyone" | "account" | "member" | "owner" | "staff";

type NoParts = z.ZodObject<{}>;

/** Calls without a sign-in that are limited by address, beside the rate of all calls. */
export type LimitedCall = "form" | "demoNotification";

/** An endpoint of the site's own API, declared; its route and its role are part of its type. */
export interface InternalEndpoint<
  T extends `${Method} /internal/${string}` = `${Method} /internal/${string}`,
  L extends Role = Role,
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodType = z.ZodType,
  R extends Returns = Returns,
> extends Endpoint<"session", P, Q, B, R> {
  readonly route: T;
  readonly role: L;
  /** What its calls are counted as, if they are limited by address. */
  readonly limitedAs: LimitedCall | undefined;
}

/**
 * Declares an endpoint that the site calls, on the same origin, with the cookie of a sign-in. Writes carry
 * `X-Weft-CSRF`. A team, project or record that the caller may not see answers NOT_FOUND, as one that is not there.
 */
export function internalEndpoint<
  const T extends `${Method} /internal/${string}`,
  const L extends Role,
  R extends Returns,
  P extends z.ZodObject = NoParts,
  Q extends z.ZodObject = NoParts,
  B extends z.ZodType = z.ZodUndefined,
>({
  role,
  limitedAs,
  ...declaration
}: Omit<Declaration<"session", P, Q, B, R>, "auth" | "tag" | "route"> & {
  readonly route: T;
  readonly role: L;
  readonly limitedAs?: LimitedCall;
}): InternalEndpoint<T, L, P, Q, B, R> {
  const completed = endpoint({ ...declaration, auth: "session", tag: "Internal" } as const);
  return { ...completed, route: declaration.route, role, limitedAs };
}
