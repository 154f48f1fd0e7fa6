import { ssoRefusals } from "@weft/protocol";
import type { SsoRefusal } from "@weft/protocol";

/** A single sign-on that is refused. Carries nothing of the response. */
export class SsoRefused extends Error {
  override name = "SsoRefused";
  readonly reason: SsoRefusal;
  /** The sign-in's team, if it is known. */
  readonly team: string | undefined;

  constructor(reason: SsoRefusal, options: { readonly team?: string; readonly cause?: unknown } = {}) {
    super(ssoRefusals[reason].message, { cause: options.cause });
    this.reason = reason;
    this.team = options.team;
  }
}
