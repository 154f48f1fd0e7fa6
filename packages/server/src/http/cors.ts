/**
 * Which answers a browser on another origin may read. The client API under `/v2/c` echoes the caller's origin, on
 * errors too; endpoints that take a public key are open to any origin; all other REST calls are for back ends.
 */
import { warningHeader } from "@weft/protocol";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Whether a path is part of the client API. */
export function isClientApi(url: string) {
  return url.startsWith("/v2/c/");
}

/** The headers of every answer of the client API. */
export function allowCaller(request: FastifyRequest, reply: FastifyReply) {
  reply.header("Vary", "Origin");
  const { origin } = request.headers;
  if (origin === undefined) return;
  reply.header("Access-Control-Allow-Origin", origin);
  reply.header("Access-Control-Allow-Credentials", "true");
  reply.header("Access-Control-Expose-Headers", warningHeader);
}

/** The headers of every answer of an endpoint that takes a public key. */
export function allowAnybody(reply: FastifyReply) {
  reply.header("Access-Control-Allow-Origin", "*");
  reply.header("Access-Control-Expose-Headers", warningHeader);
}

/** The headers of a preflight's answer, beside those of every answer. */
export function answerPreflight(request: FastifyRequest, reply: FastifyReply, methods: string) {
  if (request.headers["access-control-request-method"] === undefined) return;
  reply.header("Access-Control-Allow-Methods", methods);
  reply.header("Access-Control-Max-Age", "600");
  const asked = request.headers["access-control-request-headers"];
  if (asked !== undefined) reply.header("Access-Control-Allow-Headers", asked);
}
