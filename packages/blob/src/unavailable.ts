import { WeftError } from "@weft/protocol";

/** What a disk or a service that fails is to a caller: a reason to come again. */
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
