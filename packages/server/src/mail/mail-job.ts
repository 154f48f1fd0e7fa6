import { JobRefused } from "@weft/collab";
import type { JobHandler, NewJob } from "@weft/collab";
import type { JsonObject, Limits } from "@weft/protocol";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly replyTo?: string;
  /** How long the mail is useful. Defaults to the limit. */
  readonly usefulMs?: number;
}

/** The payload of a mail's job. */
export type MailText = Omit<Mail, "usefulMs">;

/** A mail that waits for the mail server. */
export interface DueMail extends MailText {
  readonly id: number;
  /** When it was written. */
  readonly at: number;
}

export interface MailWriting {
  /** `waiting`: this server sends email. `kept`: it does not, and keeps emails for its operator. */
  readonly state: "waiting" | "kept";
  readonly now: () => number;
  readonly limits: Pick<Limits, "mailLifetimeMs">;
}

/** The job that sends a mail. */
export function mailJob({ to, subject, text, replyTo, usefulMs }: Mail, { state, now, limits }: MailWriting): NewJob {
  const createdAt = now();
  return {
    kind: "mail",
    // Deleted with the account.
    subject: to,
    createdAt,
    giveUpAt: createdAt + (usefulMs ?? limits.mailLifetimeMs),
    state,
    // Names of teams may hold line breaks, and a header must not.
    payload: { to, subject: subject.replaceAll(/\s+/g, " "), text, replyTo },
  };
}

/** The mail in the payload of its job. */
export function textOf(payload: JsonObject): MailText {
  return payload as unknown as MailText;
}

/** The mail server refuses this mail permanently. */
export class MailRefused extends JobRefused {
  override name = "MailRefused";
}

/**
 * Sends emails through the mail server. A mail is a job until the mail server has accepted it: a stop, a crash or an
 * unavailable mail server delays it. If the process dies while sending, the next one sends the mail again under the
 * same Message-ID. A mail that is no longer useful is dropped.
 */
export function createMailHandler(
  /** Rejects if the mail server does not accept the mail; with `MailRefused` if the refusal is final. */
  handOver: (mail: DueMail) => Promise<void>,
  limits: Pick<Limits, "mailsAtOnce" | "mailClaimMs" | "mailRetryMs" | "mailRetryMaxMs">,
): JobHandler {
  return {
    kind: "mail",
    atOnce: limits.mailsAtOnce,
    leaseMs: limits.mailClaimMs,
    retryMs: limits.mailRetryMs,
    retryMaxMs: limits.mailRetryMaxMs,
    async run({ id, createdAt, payload }) {
      const { to, subject, text, replyTo } = textOf(payload);
      await handOver({ id, at: createdAt, to, subject, text, ...(replyTo == null ? undefined : { replyTo }) });
    },
  };
}
