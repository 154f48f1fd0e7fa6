import { createHash, timingSafeEqual } from "node:crypto";
import { WeftError } from "@weft/protocol";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isLoopback } from "../config.ts";
import type { Metrics } from "../metrics.ts";
import { isForwarded } from "./caller-address.ts";
import type { Services } from "./services.ts";

export interface MetricsAccess {
  readonly metrics: Metrics;
  readonly metricsToken?: string;
}

const metricsRefused = "Metrics are shown to callers on this machine, or with the token in WEFT_METRICS_TOKEN.";

/** Without a token: the caller is on this machine, and no proxy forwards the call for another one. */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return isLoopback(request.ip.replace(/^::ffff:/, "")) && !isForwarded(request.raw);
  const sent = request.headers.authorization ?? "";
  return timingSafeEqual(digest(sent), digest(`Bearer ${token}`));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** For load balancers, orchestrators and Prometheus. None of them shows data of a project. */
export function healthRoutes({ health }: Pick<Services, "health">, { metrics, metricsToken }: MetricsAccess) {
  return [
    {
      /** The process runs and its event loop turns. */
      template: "/health/live",
      handler: async () => ({ status: "ok" }),
    },
    {
      /** New clients may be sent to this server. */
      template: "/health/ready",
      handler: async () => {
        try {
          await health.ready();
        } catch (cause) {
          if (cause instanceof WeftError) throw cause;
          throw new WeftError("SERVICE_UNAVAILABLE", { cause });
        }
        const copied = health.copiedUpTo?.();
        return { status: "ok", ...(copied === undefined ? undefined : { copiedUpTo: copied }) };
      },
    },
    {
      template: "/metrics",
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        if (!mayReadMetrics(request, metricsToken)) throw new WeftError("NOT_FOUND", { message: metricsRefused });
        const text = await metrics.render();
        return reply.header("Content-Type", metrics.contentType).send(text);
      },
    },
  ];
}
