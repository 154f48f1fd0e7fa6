import type { Operation } from "./operations.ts";

/** How a request is authenticated, by the kind of its caller. */
export const callers: Readonly<Record<Operation["auth"], string>> = {
  secret: "Auth: secret key",
  user: "Auth: user token or public key",
  management: "Auth: management token",
  none: "Auth: none",
};
