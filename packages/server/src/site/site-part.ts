import type { Limits } from "@weft/protocol";
import type { HttpPart } from "../http/part.ts";
import type { Rates } from "../http/rates.ts";
import type { Route } from "../http/route.ts";
import { streamRoutes } from "./activity-streams.ts";
import { exportFileRoutes } from "./exports/export-file-routes.ts";
import { projectApiRoutes } from "./project-api.ts";
import { siteRoutes } from "./routes.ts";
import { createSessionAuthenticator } from "./session-authenticator.ts";
import { signInRoutes } from "./sign-in-routes.ts";
import { ssoSignInRoutes } from "./sso-sign-in.ts";
import type { SiteContext } from "./site-context.ts";

export interface SitePartOptions {
  /** The routes of REST, which members of a team may call for their projects. */
  readonly rest: readonly Route[];
  readonly rates: Rates;
  readonly limits: Limits;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

/** The site's own API, as a part of the HTTP edge. */
export function createSitePart(context: SiteContext, { rest, rates, limits, now }: SitePartOptions): HttpPart {
  const { site } = context;
  return {
    routes: [...projectApiRoutes(rest), ...siteRoutes].map(({ endpoint, handle }) => ({
      endpoint,
      handle: (call) => handle(call, context),
    })),
    authenticators: { session: createSessionAuthenticator(site, { limits, now }) },
    undeclared: [...streamRoutes(context, limits), ...exportFileRoutes(context)],
    plain: [
      ...signInRoutes(site, { limits, now: context.now }),
      ...ssoSignInRoutes(context, { limits, now: context.now }),
    ].map((route) => ({
      ...route,
      // Counted even for calls without tries: anyone can make the library store states and challenges.
      onRequest: async ({ ip }) => rates.take("address", ip),
    })),
  };
}
