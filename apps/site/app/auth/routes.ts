import { route } from "@react-router/dev/routes";
import type { RouteConfigEntry } from "@react-router/dev/routes";

/** Drawn in the browser: what they show depends on who asks. */
export const authRoutes: RouteConfigEntry[] = [
  route("sign-in", "auth/sign-in-page.tsx"),
  route("sign-in/two-factor", "auth/two-factor-page.tsx"),
  route("sign-in/sso", "auth/sso-page.tsx"),
  route("sign-up", "auth/sign-up-page.tsx"),
  route("sign-out", "auth/sign-out-page.tsx"),
  route("forgot-password", "auth/forgot-password-page.tsx"),
  route("reset-password", "auth/reset-password-page.tsx"),
  route("verify-email", "auth/verify-email-page.tsx"),
  route("accept-invitation/:invitationId", "auth/accept-invitation-page.tsx"),
];
