import { JobRefused } from "@weft/collab";
import type { JobHandler, NewJob } from "@weft/collab";
import type { JsonObject, Limits } from "@weft/protocol";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly replyTo?: string;
  /** How long it is of use; as long as the limits say, if it does not say. */
  readonly usefulMs?: number;
}

/** What the job of a mail holds. */
export type MailText = Omit<Mail, "usefulMs">;

/** A mail on its way to the mail server. */
export interface DueMail extends MailText {
  readonly id: number;
  /** When it was written. */
  readonly at: number;
}

export interface MailWriting {
  /** `waiting`: mails leave this server. `kept`: they do not, and are kept for its operator. */
  readonly state: "waiting" | "kept";
  readonly now: () => number;
  readonly limits: Pick<Limits, "mailLifetimeMs">;
}

/** The job that brings a mail. */
export function mailJob({ to, subject, text, replyTo, usefulMs }: Mail, { state, now, limits }: MailWriting): NewJob {
  const createdAt = now();
  return {
    kind: "mail",
    // It goes when the person goes.
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

/** The mail server will not take this mail, however often it is asked. */
export class MailRefused extends JobRefused {
  override name = "MailRefused";
}

/**
 * Hands mails over to the mail server. A mail is a job until the mail server has taken it: a stop, a crash or a mail server
 * that is away delays it. A process that dies may have handed it over: the next one hands it over again, under the same
 * Message-ID. A mail that is of no use any more is given up.
 */
export function createMailHandler(
  /** Rejects when the mail server does not take it; an error that is a `MailRefused` is its final no. */
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
