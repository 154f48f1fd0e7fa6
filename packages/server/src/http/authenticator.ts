/** How callers are authenticated: one strategy for each kind of credential that an endpoint may require. */
import type { ProjectRecord } from "@weft/collab";
import { WeftError } from "@weft/protocol";
import type { Auth, Endpoint, ProjectId } from "@weft/protocol";
import type { FastifyReply, FastifyRequest } from "fastify";
import { networkOf, placeOf } from "./network-of.ts";
import type { Rate, Rates } from "./rates.ts";
import type { EndpointCall } from "./route.ts";
import type { Services } from "./services.ts";
import { enter, identify, personOf } from "./room-caller.ts";

export interface Authenticator {
  /** Checks the credentials alone. Throws the error for a caller without valid ones. */
  recognise(request: FastifyRequest, reply: FastifyReply): Caller | Promise<Caller>;
}

/** A caller with verified credentials, whose rights have not been checked yet. */
export interface Caller {
  /** The project in whose log the call is listed. */
  readonly logged?: ProjectId;
  /** The key of the caller's rate limit; undefined if the call is not counted. */
  readonly rate?: readonly [by: Rate, name: string];
  /** Decides whether they may make this call, now that its path has been read. */
  admit(endpoint: Endpoint, path: Readonly<Record<string, unknown>>): Admission | Promise<Admission>;
}

export interface Admission {
  /** The caller, as the handler receives it. */
  readonly told: Partial<Pick<EndpointCall, "project" | "entered" | "person" | "program">>;
  /** The key under which memory is counted that the caller holds; empty for strangers, who are counted by network. */
  readonly countedAs: string;
}

export type Authenticators = { readonly [A in Auth]?: Authenticator };

/** The credentials of REST: secret keys, tokens of users, public keys, management tokens. */
export function createAuthenticators(
  services: Pick<Services, "projects" | "tokens" | "rooms" | "managementTokens" | "now">,
  rates: Rates,
): Authenticators {
  const nobody: Admission = { told: {}, countedAs: "" };
  const recogniseUser = ({ headers, ip }: FastifyRequest) => {
    const { authorization = "", origin } = headers;
    return identify(authorization, origin, ip, services).catch(slowDown(rates, ip));
  };
  return {
    none: { recognise: ({ ip }) => ({ rate: ["page", networkOf(ip)], admit: () => nobody }) },

    publicKeyInBody: { recognise: ({ ip }) => ({ rate: ["address", ip], admit: () => nobody }) },

    secret: {
      async recognise({ headers, ip }) {
        const { authorization = "", origin } = headers;
        const seen = { inBrowser: origin !== undefined, from: placeOf(ip) };
        const project: ProjectRecord = await services.projects
          .authenticateSecret(authorization, seen)
          .catch(slowDown(rates, ip));
        return {
          logged: project.id,
          rate: ["key", authorization.slice(authorization.lastIndexOf(" ") + 1)],
          admit: () => ({ told: { project }, countedAs: project.id }),
        };
      },
    },

    user: {
      async recognise(request) {
        const caller = await recogniseUser(request);
        return {
          logged: caller.project,
          rate: ["user", caller.countedAs],
          async admit(endpoint, { roomId }) {
            const entered = await enter(caller, String(roomId), endpoint, services.rooms);
            return { told: { entered }, countedAs: caller.countedAs };
          },
        };
      },
    },

    personal: {
      async recognise(request) {
        const caller = await recogniseUser(request);
        return {
          logged: caller.project,
          rate: ["user", caller.countedAs],
          admit: () => ({ told: { person: personOf(caller) }, countedAs: caller.countedAs }),
        };
      },
    },

    management: {
      async recognise({ headers, ip }) {
        const token = await services.managementTokens.authenticate(headers.authorization).catch(slowDown(rates, ip));
        const program = { team: token.team, token, address: ip };
        return {
          rate: ["managementToken", token.id],
          admit({ scope }) {
            if (scope === undefined || !token.scopes.includes(scope))
              throw new WeftError("INVALID_MANAGEMENT_API_ACCESS_TOKEN_SCOPE", {
                message: `The management token does not have the scope ${scope}.`,
              });
            return { told: { program }, countedAs: token.team };
          },
        };
      },
    },
  };
}

/** Slows down guessing of keys and tokens, by address: callers with a valid one are not counted here. */
function slowDown(rates: Rates, address: string) {
  return (error: unknown): never => {
    if (error instanceof WeftError) rates.take("address", address, error);
    throw error;
  };
}
