import type { Membership } from "./team-records.ts";
import { emailDomain } from "./email-domain.ts";

/**
 * Whether a member may enter the team only through its identity provider. Owners who were chosen as break-glass may use their
 * other sign-in methods.
 */
export function mustUseSso({ role, breakGlass, ssoDomains, ssoBound }: Membership, email: string): boolean {
  if (ssoDomains === undefined || (role === "owner" && breakGlass === true)) return false;
  const domain = emailDomain(email);
  return ssoBound === true || (domain !== undefined && ssoDomains.includes(domain));
}
