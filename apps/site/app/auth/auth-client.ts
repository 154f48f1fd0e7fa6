import { passkeyClient } from "@better-auth/passkey/client";
import { createAuthClient } from "better-auth/client";
import { inferAdditionalFields, twoFactorClient } from "better-auth/client/plugins";

/** Sign-in, sessions and second factors: `/internal/auth/*`. Import it from lazily loaded routes alone. */
export const authClient = createAuthClient({
  // Pages that need it are never rendered before they are in a browser; the address only keeps the build content.
  baseURL: `${typeof location === "undefined" ? "http://localhost" : location.origin}/internal/auth`,
  plugins: [
    twoFactorClient(),
    passkeyClient(),
    inferAdditionalFields({ user: { firstName: { type: "string" }, lastName: { type: "string" } } }),
  ],
});
