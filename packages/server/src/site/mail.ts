import type { Limits } from "@weft/protocol";
import type { Clock } from "@weft/room";
import type { KeptMail, MailRecords, NewMail } from "@weft/store";
import { createTransport } from "nodemailer";
import type { Logger } from "pino";
import { MailRefused, openMailDelivery } from "./mail-delivery.ts";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly replyTo?: string;
  /** How long it is of use; as long as the limits say, if it does not say. */
  readonly usefulMs?: number;
}

/** Sends mails. */
export interface Mailer {
  /** Whether mails leave this server. Otherwise they are kept, and their text is in the log. */
  readonly leaves: boolean;
  /** Answers once the mail is kept: it leaves by itself, now or as soon as the mail server takes it. */
  send(mail: Mail): Promise<void>;
  /** Tells the log of a mail that nobody waits for. */
  readonly failed: (error: unknown) => void;
}

/** Mails that wait, and those that could not leave. */
export interface Outbox extends Mailer, AsyncDisposable {
  /** Sends mails with the change that they tell of: `write` writes both, or answers false, and there is neither. */
  sendWith(mails: readonly Mail[], write: (mails: readonly NewMail[]) => Promise<boolean>): Promise<boolean>;
  /** Newest first. */
  list(): Promise<readonly KeptMail[]>;
  /** Tries a mail again, from the beginning. False when there is none of this id. */
  retry(id: number): Promise<boolean>;
}

export interface OutboxOptions {
  /** `smtp://user:password@host:587`. */
  readonly smtp?: string;
  readonly from?: string;
  readonly records: MailRecords;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: Logger;
}

/** Mails by SMTP where that is set up. */
export function openOutbox({ smtp, from, records, clock, limits, log }: OutboxOptions): Outbox {
  const delivery =
    smtp === undefined || from === undefined
      ? undefined
      : openMailDelivery({ records, handOver: handOverTo(smtp, from), clock, limits, log });

  const written = ({ to, subject, text, replyTo, usefulMs = limits.mailLifetimeMs }: Mail): NewMail => {
    const at = clock.now();
    const state = delivery === undefined ? "kept" : "waiting";
    // Names of teams may hold line breaks, and a header must not.
    return { at, to, subject: subject.replaceAll(/\s+/g, " "), text, replyTo, state, giveUpAt: at + usefulMs };
  };
  const sent = (mails: readonly Mail[]) => {
    if (delivery !== undefined) return delivery.soon();
    // Whoever runs a server without mail hands its links on by hand.
    for (const { to, subject, text } of mails)
      log.warn({ to, subject, text }, "mail is not set up (WEFT_SMTP, WEFT_MAIL_FROM): this one was kept");
  };

  return {
    leaves: delivery !== undefined,
    failed: (err) => log.error({ err }, "mail failed"),
    async send(mail) {
      await records.insert([written(mail)]);
      sent([mail]);
    },
    async sendWith(mails, write) {
      const done = await write(mails.map(written));
      if (done) sent(mails);
      return done;
    },
    list: () => records.list(),
    async retry(id) {
      const now = clock.now();
      const found = await records.renew(id, now, now + limits.mailLifetimeMs);
      if (found) delivery?.soon();
      return found;
    },
    async [Symbol.asyncDispose]() {
      await delivery?.[Symbol.asyncDispose]();
    },
  };
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;
/** How long a mail server may take to be there, and over one step; a claim lasts longer than all of them. */
const reachMs = 10_000;
const stepMs = 30_000;

function handOverTo(smtp: string, from: string): (mail: KeptMail) => Promise<void> {
  const url = new URL(smtp);
  const transport = createTransport({
    url: smtp,
    // A password goes over the network encrypted, or not at all, unless the setting itself says otherwise.
    requireTLS: url.username !== "" && !loopback.test(url.hostname) && !url.searchParams.has("requireTLS"),
    dnsTimeout: reachMs,
    connectionTimeout: reachMs,
    greetingTimeout: reachMs,
    socketTimeout: stepMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? "weft";
  return async ({ id, at, to, subject, text, replyTo }) => {
    try {
      // The same every time: whoever gets it twice can tell.
      await transport.sendMail({ from, to, subject, text, replyTo, messageId: `<${at}.${id}@${domain}>` });
    } catch (cause) {
      if (isFinal(cause)) throw new MailRefused((cause as Error).message, { cause });
      throw cause;
    }
  };
}

/** Whether the mail server said no to this recipient or this text (5xx); not for now, and not to us. */
function isFinal(cause: unknown): boolean {
  const { command, responseCode = 0 } = cause as { readonly command?: string; readonly responseCode?: number };
  return responseCode >= 500 && (command === "RCPT TO" || command === "DATA");
}
