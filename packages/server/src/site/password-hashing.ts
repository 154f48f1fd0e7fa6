import type { Limits } from "@weft/protocol";
import { APIError } from "better-auth/api";

export interface PasswordHashing {
  hash(password: string): Promise<string>;
  verify(sent: { readonly password: string; readonly hash: string }): Promise<boolean>;
}

export interface BoundPasswordHashing extends PasswordHashing {
  /** Whether a password that comes now is turned away. */
  readonly busy: boolean;
}

/** The code of an answer that says nothing about the password. */
export const passwordsBusy = "TOO_MANY_SIGN_INS";

/** About how long a full queue takes. */
export const retryAfterSeconds = 5;

/**
 * Hashing is slow on purpose and runs on the thread pool that also reads and writes files: only a few may be under way at
 * once, or a flood of wrong passwords would hold every upload up. The queue is bounded; beyond it callers get a 429.
 */
export function boundPasswordHashing(
  hashing: PasswordHashing,
  bounds: Pick<Limits, "passwordHashesAtOnce" | "passwordHashesWaiting">,
): BoundPasswordHashing {
  let active = 0;
  const waiting: (() => void)[] = [];

  const isFull = () => active >= bounds.passwordHashesAtOnce && waiting.length >= bounds.passwordHashesWaiting;

  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (isFull())
      throw new APIError(
        "TOO_MANY_REQUESTS",
        { code: passwordsBusy, message: "Too many people are signing in. Try again in a few seconds." },
        { "Retry-After": String(retryAfterSeconds) },
      );
    if (active < bounds.passwordHashesAtOnce) active++;
    // Whoever is done hands its place on, so `active` stays as it is.
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
