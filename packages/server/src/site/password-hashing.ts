import type { Limits } from "@weft/protocol";
import { Semaphore } from "@weft/room";

export interface PasswordHashing {
  hash(password: string): Promise<string>;
  verify(sent: { readonly password: string; readonly hash: string }): Promise<boolean>;
}

export interface BoundPasswordHashing extends PasswordHashing {
  /** Whether the next password would be refused. */
  readonly busy: boolean;
}

/** The code of a refusal that does not depend on the password. */
export const passwordsBusy = "TOO_MANY_SIGN_INS";

/** Roughly how long a full queue takes. */
export const retryAfterSeconds = 5;

/**
 * Hashing is slow on purpose and runs on the thread pool that also reads and writes files: only a few run at once, or a
 * flood of wrong passwords would block every upload. The queue is bounded; beyond it callers get a 429.
 */
export function boundPasswordHashing(
  hashing: PasswordHashing,
  bounds: Pick<Limits, "passwordHashesAtOnce" | "passwordHashesWaiting">,
): BoundPasswordHashing {
  const slots = new Semaphore(bounds.passwordHashesAtOnce);

  const isFull = () => slots.held >= bounds.passwordHashesAtOnce && slots.waiting >= bounds.passwordHashesWaiting;

  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (isFull()) {
      const { APIError } = await import("better-auth/api");
      throw new APIError(
        "TOO_MANY_REQUESTS",
        { code: passwordsBusy, message: "Too many people are signing in. Try again in a few seconds." },
        { "Retry-After": String(retryAfterSeconds) },
      );
    }
    using _ = await slots.acquire();
    return await work();
  }

  return {
    get busy() {
      return isFull();
    },
    hash: (password) => run(() => hashing.hash(password)),
    verify: (sent) => run(() => hashing.verify(sent)),
  };
}
