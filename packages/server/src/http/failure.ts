import { WeftError } from "@weft/protocol";
import type { ErrorCode } from "@weft/protocol";
import { StoreUnavailable } from "@weft/store";

const awayCodes: ReadonlySet<ErrorCode> = new Set(["RESTARTING", "TRY_AGAIN_LATER"]);

/** What a call is told of an error. Fastify's own refusals have a status; everything else that is not known to us is a bug of ours. */
export function asWeftError(error: unknown): WeftError {
  // A room that moves, or a server that leaves, tells sockets to come back; a call is told the same in its own terms.
  const isAway = error instanceof StoreUnavailable || (error instanceof WeftError && awayCodes.has(error.code));
  if (isAway) return new WeftError("SERVICE_UNAVAILABLE", { cause: error });
  if (error instanceof WeftError) return error;
  const status = error instanceof Error && "statusCode" in error ? error.statusCode : undefined;
  if (status === 413) return new WeftError("PAYLOAD_TOO_LARGE", { cause: error });
  if (typeof status === "number" && status >= 400 && status < 500)
    return new WeftError("BAD_REQUEST", { cause: error });
  return new WeftError("INTERNAL_SERVER_ERROR", { cause: error });
}
