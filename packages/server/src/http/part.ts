import type { Auth, Method } from "@weft/protocol";
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

/** A call that writes its own answer. */
export interface UndeclaredRoute {
  /** GET unless said otherwise. */
  readonly method?: Method;
  readonly template: string;
  /** The checks before the body is read. */
  readonly admit?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  readonly handler: (request: FastifyRequest, reply: FastifyReply) => unknown;
}
