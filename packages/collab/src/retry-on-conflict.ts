import { WeftError } from "@weft/protocol";

/** Another writer came between a read and the write that was decided on it. */
export const conflict = Symbol("conflict");

/** Another writer would have to win this often in a row; then what is changed is being fought over. */
const attempts = 8;

/**
 * Runs a read, a decision and a conditional write, and runs them again, on what is there then, as long as they answer
 * `conflict`. SERVICE_UNAVAILABLE when other writers win every time.
 */
export async function retryOnConflict<T>(attempt: () => Promise<T | typeof conflict>): Promise<T> {
  for (let tried = 0; tried < attempts; tried++) {
    const outcome = await attempt();
    if (outcome !== conflict) return outcome;
  }
  throw new WeftError("SERVICE_UNAVAILABLE", {
    message: "Others changed it at the same moment, again and again.",
    suggestion: "Try again in a moment.",
  });
}
