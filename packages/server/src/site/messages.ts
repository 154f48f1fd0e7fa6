import { createMessages } from "@weft/collab";
import type { Cursors, MessageRecords, Messages } from "@weft/collab";
import type { Limits } from "@weft/protocol";
import type { Mailer } from "../mail/mailer.ts";

export interface MailedMessagesOptions {
  readonly records: MessageRecords;
  readonly mailer: Mailer;
  /** Where messages are mailed to; undefined where nobody reads mails. */
  readonly supportEmail: string | undefined;
  readonly cursors: Cursors;
  readonly limits: Limits;
  readonly now: () => number;
}

/** Messages to those who run the server: kept, and mailed to them where mails leave this server. */
export function createMailedMessages(options: MailedMessagesOptions): Messages {
  const { mailer, supportEmail, ...kept } = options;
  // Without SMTP a mail would only say again, in the log, what is kept already.
  const to = mailer.leaves ? supportEmail : undefined;
  return createMessages({
    ...kept,
    ...(to === undefined ? undefined : { mail: (mail) => mailer.job({ to, ...mail }) }),
  });
}
