import type { Auth } from "@weft/protocol";
import type { FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import type { Authenticator } from "./authenticator.ts";
import type { Route } from "./route.ts";

/** A part of the server whose calls go through the HTTP edge, beside REST: the site's own API is one. */
export interface HttpPart {
  /** Held to their declarations, as those of REST are. */
  readonly routes: readonly Route[];
  /** How callers of these routes are known, where REST has no such credentials. */
  readonly authenticators: { readonly [A in Auth]?: Authenticator };
  /** What is no call with JSON: streams, files. */
  readonly undeclared: readonly UndeclaredRoute[];
  /** Routes of Fastify as they are. */
  readonly plain: readonly RouteOptions[];
}

/** A GET that answers for itself. */
export interface UndeclaredRoute {
  readonly template: string;
  readonly handler: (request: FastifyRequest, reply: FastifyReply) => unknown;
}
