import { openMessages } from "@weft/collab";
import type { Cursors, MessageRecords, Messages } from "@weft/collab";
import type { Limits } from "@weft/protocol";
import type { Logger } from "pino";
import type { Mailer } from "./mail.ts";

export interface MailedMessagesOptions {
  readonly records: MessageRecords;
  readonly mailer: Mailer;
  /** Where messages are mailed to; undefined where nobody reads mails. */
  readonly supportEmail: string | undefined;
  readonly cursors: Cursors;
  readonly limits: Limits;
  readonly log: Logger;
  readonly now: () => number;
}

/** Messages to those who run the server: kept, and mailed to them where mails leave this server. */
export function openMailedMessages(options: MailedMessagesOptions): Messages {
  const { mailer, supportEmail, log, ...kept } = options;
  // Without SMTP a mail would only say again, in the log, what is kept already.
  const to = mailer.leaves ? supportEmail : undefined;
  return openMessages({
    ...kept,
    ...(to === undefined ? undefined : { mail: (mail) => mailer.send({ to, ...mail }) }),
    mailFailed: (err) => log.warn({ err }, "a message could not be mailed; it is kept"),
  });
}
