import { createMessages } from "@weft/collab";
import type { Cursors, MessageRecords, Messages } from "@weft/collab";
import type { Limits } from "@weft/protocol";
import type { Mailer } from "../mail/mailer.ts";

export interface MailedMessagesOptions {
  readonly records: MessageRecords;
  readonly mailer: Mailer;
  /** The address that messages are mailed to; undefined if none is configured. */
  readonly supportEmail: string | undefined;
  readonly cursors: Cursors;
  readonly limits: Limits;
  readonly now: () => number;
}

/** Messages to the server's operator: stored, and emailed if this server sends email. */
export function createMailedMessages(options: MailedMessagesOptions): Messages {
  const { mailer, supportEmail, ...kept } = options;
  // Without SMTP, a mail would only repeat the stored message in the log.
  const to = mailer.leaves ? supportEmail : undefined;
  return createMessages({
    ...kept,
    ...(to === undefined ? undefined : { mail: (mail) => mailer.job({ to, ...mail }) }),
  });
}
