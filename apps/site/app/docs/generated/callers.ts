import type { Operation } from "./operations.ts";

/** What a request must carry, by the kind of its caller. */
export const callers: Readonly<Record<Operation["auth"], string>> = {
  secret: "Carries a secret key.",
  user: "Carries a user's token, or a public key.",
  none: "Carries no key.",
};
