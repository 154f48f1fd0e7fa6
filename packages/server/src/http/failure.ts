import { errorPage, WeftError } from "@weft/protocol";
import type { ErrorBody, ErrorCode } from "@weft/protocol";
import { StoreUnavailable } from "@weft/store";

const awayCodes: ReadonlySet<ErrorCode> = new Set(["RESTARTING", "TRY_AGAIN_LATER"]);

/** The error that a call is answered with. Fastify's own errors have a status; any other unknown error is a bug. */
export function asWeftError(error: unknown): WeftError {
  // While a room moves or the server stops, sockets are told to reconnect; calls get the equivalent, a 503.
  const isAway = error instanceof StoreUnavailable || (error instanceof WeftError && awayCodes.has(error.code));
  if (isAway) return new WeftError("SERVICE_UNAVAILABLE", { cause: error });
  if (error instanceof WeftError) return error;
  const status = error instanceof Error && "statusCode" in error ? error.statusCode : undefined;
  if (status === 413) return new WeftError("PAYLOAD_TOO_LARGE", { cause: error });
  if (typeof status === "number" && status >= 400 && status < 500)
    return new WeftError("BAD_REQUEST", { cause: error });
  return new WeftError("INTERNAL_SERVER_ERROR", { cause: error });
}

/** The body of an error answer. `publicUrl`: the origin of its documentation, without a slash at the end. */
export function describeFailure(failure: WeftError, publicUrl: string): ErrorBody {
  return {
    error: failure.code,
    message: failure.message,
    suggestion: failure.suggestion,
    docs: errorPage(failure.code, publicUrl),
    ...(failure.reason !== undefined && { reason: failure.reason }),
  };
}
