import { ssoRefusals } from "@weft/protocol/internal/sso-refusals";

/** Why a single sign-on was refused, and what to do, by the reason in an address. */
export function spellRefusal(reason: string | null): string | undefined {
  if (reason === null) return undefined;
  if (!Object.hasOwn(ssoRefusals, reason)) return "Couldn't sign you in. Start again.";
  const { message, advice } = ssoRefusals[reason as keyof typeof ssoRefusals];
  return `${message} ${advice}`;
}
