import type { InternalEndpoint, Limits } from "@weft/protocol";
import type { Authenticator } from "../http/authenticator.ts";
import { TooManyRequests } from "../http/rates.ts";
import { accountOf, admit } from "./admission.ts";
import { createAttempts } from "./attempts.ts";
import { refuseForeign } from "./same-origin.ts";
import type { SiteServices } from "./site-services.ts";

/**
 * Authenticates callers by their session, and admits them by the role that the endpoint requires. `now`:
 * monotonic milliseconds.
 */
export function createSessionAuthenticator(
  site: Pick<SiteServices, "publicUrl" | "signIn" | "teams" | "projects" | "now">,
  { limits, now }: { readonly limits: Limits; readonly now: () => number },
): Authenticator {
  const forms = createAttempts({ attempts: limits.formsPerAddress, windowMs: limits.formWindowMs });
  return {
    async recognise(request, reply) {
      const { ip } = request;
      reply.header("Cache-Control", "no-store");
      refuseForeign(request, site.publicUrl);
      const account = await accountOf(request, reply, site);
      return {
        rate: account === undefined ? ["address", ip] : ["user", account.person.id],
        async admit(endpoint, path) {
          const { role } = endpoint as InternalEndpoint;
          const admitted = await admit(role, account, path, site);
          // Forms without a sign-in are limited by address.
          const waitMs = role === "anyone" && endpoint.method === "POST" ? forms.take(ip, now()) : 0;
          if (waitMs > 0) throw new TooManyRequests(waitMs);
          return { told: admitted, countedAs: admitted.project?.id ?? "" };
        },
      };
    },
  };
}
