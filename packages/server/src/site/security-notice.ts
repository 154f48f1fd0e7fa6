import type { Mail } from "../mail/mail-job.ts";

/** Changes to an account's sign-in that its owner is always notified of. These emails cannot be turned off. */
export type SecurityChange = keyof typeof changes;

const changes = {
  passwordChanged: ["Your password was changed", "The password of your Weft account was changed."],
  twoFactorOff: [
    "Two-factor authentication was turned off",
    "Two-factor authentication was turned off for your Weft account.",
  ],
  signInMethodsRemoved: [
    "Your account now uses single sign-on",
    "You signed in to Weft through your company's single sign-on. The email address of your account had never been confirmed, so its password, passkeys and other sign-in methods were removed, and other sessions ended.",
  ],
  passkeyAdded: ["A passkey was added", "A passkey was added to your Weft account."],
} as const;

export function securityNotice(to: string, change: SecurityChange, publicUrl: string): Mail {
  const [subject, what] = changes[change];
  const advice = `If this was you, you can ignore this email. If not, choose a new password now, which signs you out everywhere,\nand check the sign-in methods of your account:\n${publicUrl}/forgot-password\n${publicUrl}/dashboard/account/security\n`;
  return { to, subject, text: `${what}\n\n${advice}` };
}
