import type { Auth } from "@weft/protocol";
import type { FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import type { Authenticator } from "./authenticator.ts";
import type { Route } from "./route.ts";

/** A part of the server whose calls go through the HTTP edge, beside REST: the site's own API is one. */
export interface HttpPart {
  /** Checked against their declarations, like those of REST. */
  readonly routes: readonly Route[];
  /** How callers of these routes are authenticated, for credentials that REST does not have. */
  readonly authenticators: { readonly [A in Auth]?: Authenticator };
  /** Routes without JSON: streams, files. */
  readonly undeclared: readonly UndeclaredRoute[];
  /** Plain Fastify routes. */
  readonly plain: readonly RouteOptions[];
}

/** A GET that writes its own answer. */
export interface UndeclaredRoute {
  readonly template: string;
  readonly handler: (request: FastifyRequest, reply: FastifyReply) => unknown;
}
