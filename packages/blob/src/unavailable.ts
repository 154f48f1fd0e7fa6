import { WeftError } from "@weft/protocol";

/** The error for a failing disk or service: callers should retry. */
export function unavailable(cause: unknown): WeftError {
  return cause instanceof WeftError ? cause : new WeftError("SERVICE_UNAVAILABLE", { cause });
}

export async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw unavailable(error);
  }
}
