import { WeftError } from "@weft/protocol";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Metrics } from "../metrics.ts";
import type { Services } from "./services.ts";

/** For load balancers, orchestrators and Prometheus. None of them shows what belongs to a project. */
export function healthRoutes({ health }: Services, metrics: Metrics) {
  return [
    {
      /** The process runs and its event loop turns. */
      template: "/health/live",
      handler: async () => ({ status: "ok" }),
    },
    {
      /** The server takes requests: it has started, is not draining, and its disk answers. */
      template: "/health/ready",
      handler: async () => {
        try {
          await health.ready();
        } catch (cause) {
          throw new WeftError("SERVICE_UNAVAILABLE", { cause });
        }
        return { status: "ok" };
      },
    },
    {
      template: "/metrics",
      handler: async (_request: FastifyRequest, reply: FastifyReply) => {
        const text = await metrics.render();
        return reply.header("Content-Type", metrics.contentType).send(text);
      },
    },
  ];
}
