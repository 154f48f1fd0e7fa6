import { WeftError } from "@weft/protocol";
import type { Limits } from "@weft/protocol";
import { finished } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Files are held in memory while they are received; beyond the bound, callers are asked to try again later (G14). */
export interface UploadMemory {
  /** Reserves memory until the call is answered. `largest`: for a body of unknown size. Throws SERVICE_UNAVAILABLE. */
  take(caller: string, largest: number, request: FastifyRequest, reply: FastifyReply): void;
}

export function createUploadMemory(limits: Pick<Limits, "restUploading" | "restUploadingPerCaller">): UploadMemory {
  const takenBy = new Map<string, number>();
  let taken = 0;
  return {
    take(caller, largest, request, reply) {
      const announced = Number(request.headers["content-length"] ?? Number.NaN);
      const size = announced <= largest ? announced : largest;
      const own = (takenBy.get(caller) ?? 0) + size;
      if (own > limits.restUploadingPerCaller || taken + size > limits.restUploading)
        throw new WeftError("SERVICE_UNAVAILABLE");
      taken += size;
      takenBy.set(caller, own);
      finished(reply.raw, () => {
        taken -= size;
        const left = takenBy.get(caller)! - size;
        if (left === 0) takenBy.delete(caller);
        else takenBy.set(caller, left);
      });
    },
  };
}
