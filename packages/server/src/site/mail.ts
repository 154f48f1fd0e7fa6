import type { MailRecords } from "@weft/store";
import { createTransport } from "nodemailer";
import type { Logger } from "pino";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly replyTo?: string;
}

/** Sends mails. */
export interface Mailer {
  /** Whether mails leave this server. Otherwise they are kept, and their text is in the log. */
  readonly leaves: boolean;
  /** Rejects when the mail could not be handed over. */
  send(mail: Mail): Promise<void>;
  /** Tells the log of a mail that nobody waits for. */
  readonly failed: (error: unknown) => void;
}

export interface MailerOptions {
  /** `smtp://user:password@host:587`. */
  readonly smtp?: string;
  readonly from?: string;
  readonly kept: MailRecords;
  readonly log: Logger;
  readonly now: () => number;
}

/** Mails by SMTP where that is set up. */
export function openMailer({ smtp, from, kept, log, now }: MailerOptions): Mailer {
  const failed = (error: unknown) => log.error({ err: error }, "mail failed");
  if (smtp !== undefined && from !== undefined) {
    const transport = createTransport(smtp);
    return {
      leaves: true,
      failed,
      send: async (mail) => void (await transport.sendMail({ from, ...mail })),
    };
  }
  return {
    leaves: false,
    failed,
    async send({ to, subject, text }) {
      await kept.keep({ at: now(), to, subject, text });
      // Whoever runs a server without mail hands its links on by hand.
      log.warn({ to, subject, text }, "mail is not set up (WEFT_SMTP, WEFT_MAIL_FROM): this one was kept");
    },
  };
}
