import type { Limits } from "@weft/protocol";

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
  let active = 0;
  const waiting: (() => void)[] = [];

  const isFull = () => active >= bounds.passwordHashesAtOnce && waiting.length >= bounds.passwordHashesWaiting;

  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (isFull()) {
      const { APIError } = await import("better-auth/api");
      throw new APIError(
        "TOO_MANY_REQUESTS",
        { code: passwordsBusy, message: "Too many people are signing in. Try again in a few seconds." },
        { "Retry-After": String(retryAfterSeconds) },
      );
    }
    if (active < bounds.passwordHashesAtOnce) active++;
    // A finished task hands its place to the next one, so `active` does not change.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) active--;
      else next();
    }
  }

  return {
    get busy() {
      return isFull();
    },
    hash: (password) => run(() => hashing.hash(password)),
    verify: (sent) => run(() => hashing.verify(sent)),
  };
}
