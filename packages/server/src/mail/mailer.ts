import type { JobHandler, JobRecords, NewJob } from "@weft/collab";
import type { Limits } from "@weft/protocol";
import type { Transporter } from "nodemailer";
import type { Logger } from "pino";
import { MailRefused, createMailHandler, mailJob, textOf } from "./mail-job.ts";
import type { DueMail, Mail } from "./mail-job.ts";

/** Sends emails. */
export interface Mailer {
  /** Whether this server sends email. Otherwise emails are kept, and their text is logged. */
  readonly leaves: boolean;
  /** Resolves once the mail is durable. It is sent now or as soon as the mail server accepts it. */
  send(mail: Mail): Promise<void>;
  /** The job that sends a mail, to be written with the change that the mail reports. */
  job(mail: Mail): NewJob;
  /** Logs that a mail could not be sent, for callers that continue without it. */
  readonly failed: (error: unknown) => void;
  /** Sends emails; undefined if this server sends none. */
  readonly handler?: JobHandler;
}

export interface MailerOptions {
  /** `smtp://user:password@host:587`. */
  readonly smtp?: string;
  readonly from?: string;
  readonly records: Pick<JobRecords, "add" | "onAdded">;
  readonly now: () => number;
  readonly limits: Limits;
  readonly log: Logger;
}

/** Sends emails over SMTP, if configured. */
export function createMailer({ smtp, from, records, now, limits, log }: MailerOptions): Mailer {
  const leaves = smtp !== undefined && from !== undefined;
  const job = (mail: Mail) => mailJob(mail, { state: leaves ? "waiting" : "kept", now, limits });
  if (!leaves)
    // On a server without mail, the operator copies links from the log: of the process that adds the mail.
    records.onAdded((jobs) => {
      for (const { kind, payload } of jobs)
        if (kind === "mail" && payload !== undefined) {
          const { to, subject, text } = textOf(payload);
          log.warn(
            { to, subject, text },
            "mail is not set up (WEFT_SMTP, WEFT_MAIL_FROM): this mail was stored, not sent",
          );
        }
    });
  return {
    leaves,
    job,
    send: (mail) => records.add([job(mail)]),
    failed: (err) => log.error({ err }, "mail failed"),
    ...(leaves && { handler: createMailHandler(handOverTo(smtp, from), limits) }),
  };
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;
/** How long a mail server may take to connect, and for one step; a claim lasts longer than all of them. */
const reachMs = 10_000;
const stepMs = 30_000;

async function openTransport(smtp: string): Promise<Transporter> {
  // Loaded with the first mail.
  const { createTransport } = await import("nodemailer");
  const url = new URL(smtp);
  return createTransport({
    url: smtp,
    // A password is sent encrypted or not at all, unless the setting says otherwise.
    requireTLS: url.username !== "" && !loopback.test(url.hostname) && !url.searchParams.has("requireTLS"),
    dnsTimeout: reachMs,
    connectionTimeout: reachMs,
    greetingTimeout: reachMs,
    socketTimeout: stepMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Connects to a mail server, and signs in if the setting has a password. Rejects with what the mail server said. */
export async function checkMailServer(smtp: string): Promise<void> {
  const transport = await openTransport(smtp);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

function handOverTo(smtp: string, from: string): (mail: DueMail) => Promise<void> {
  let opened: Promise<Transporter> | undefined;
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? "weft";
  return async ({ id, at, to, subject, text, replyTo }) => {
    const transport = await (opened ??= openTransport(smtp));
    try {
      // The same on every try, so that a mail that arrives twice can be recognized.
      await transport.sendMail({ from, to, subject, text, replyTo, messageId: `<${at}.${id}@${domain}>` });
    } catch (cause) {
      if (isFinal(cause)) throw new MailRefused((cause as Error).message, { cause });
      throw cause;
    }
  };
}

/** Whether the mail server refused this recipient or text permanently (5xx), not only for now or for this login. */
function isFinal(cause: unknown): boolean {
  const { command, responseCode = 0 } = cause as { readonly command?: string; readonly responseCode?: number };
  return responseCode >= 500 && (command === "RCPT TO" || command === "DATA");
}
