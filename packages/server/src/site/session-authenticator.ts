import type { InternalEndpoint, Limits } from "@weft/protocol";
import type { Authenticator } from "../http/authenticator.ts";
import { networkOf } from "../http/network-of.ts";
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
  site: Pick<SiteServices, "publicUrl" | "foreignCalls" | "signIn" | "teams" | "projects" | "signals" | "now">,
  { limits, now }: { readonly limits: Limits; readonly now: () => number },
): Authenticator {
  const windowMs = limits.formWindowMs;
  const { signals } = site;
  const limited = {
    form: createAttempts({ attempts: limits.formsPerAddress, windowMs }, { limit: "form", signals, now }),
    demoNotification: createAttempts(
      { attempts: limits.demoNotificationsPerAddress, windowMs },
      { limit: "demoNotification", signals, now },
    ),
  };
  return {
    async recognise(request, reply) {
      const { ip } = request;
      reply.header("Cache-Control", "no-store");
      refuseForeign(request, site);
      const account = await accountOf(request, reply, site);
      return {
        rate: account === undefined ? ["address", ip] : ["user", account.person.id],
        async admit(endpoint, path) {
          const { role, limitedAs } = endpoint as InternalEndpoint;
          const admitted = await admit(role, account, path, site);
          const waitMs = limitedAs === undefined ? 0 : limited[limitedAs].take(networkOf(ip), now());
          if (waitMs > 0) throw new TooManyRequests(waitMs);
          return { told: admitted, countedAs: account === undefined ? "" : `account ${account.person.id}` };
        },
      };
    },
  };
}
