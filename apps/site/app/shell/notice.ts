import type { Me } from "@weft/protocol";
import type { ReachedLimit } from "./reached-limit.ts";

/** What a banner under the header says. */
export type Notice =
  | { readonly kind: "unreachable" }
  | ({ readonly kind: "limit" } & ReachedLimit)
  | { readonly kind: "unverified"; readonly email: string }
  | { readonly kind: "invitation"; readonly id: string; readonly teamName: string }
  | { readonly kind: "newVersion" };

export interface NoticeSources {
  readonly reachable: boolean;
  readonly limit: ReachedLimit | null;
  readonly me: Pick<Me, "user" | "invitations"> | undefined;
  readonly pathname: string;
  /** The server serves a newer build of the site than the page is of. */
  readonly newVersion?: boolean;
}

/** The most pressing of what there is to say; nothing is said on the page that it leads to. */
export function noticeOf({ reachable, limit, me, pathname, newVersion = false }: NoticeSources): Notice | undefined {
  if (!reachable) return { kind: "unreachable" };
  if (limit && pathname !== limit.href) return { kind: "limit", ...limit };
  if (me?.user && !me.user.emailVerified) return { kind: "unverified", email: me.user.email };
  const invitation = me?.invitations[0];
  if (invitation && !pathname.startsWith("/accept-invitation/")) return { kind: "invitation", ...invitation };
  return newVersion ? { kind: "newVersion" } : undefined;
}
