import type { Limits } from "@weft/protocol";
import type { Clock } from "@weft/room";
import type { KeptMail, MailRecords } from "@weft/store";
import type { Logger } from "pino";
import { openBackgroundJob } from "../background-job.ts";
import type { BackgroundJob } from "../background-job.ts";

export interface MailDeliveryOptions {
  readonly records: Pick<MailRecords, "claim" | "settle" | "postpone" | "giveUp" | "nextDueAt">;
  /** Rejects when the mail server does not take it; an error that is a `MailRefused` is its final no. */
  readonly handOver: (mail: KeptMail) => Promise<void>;
  readonly clock: Clock;
  readonly limits: Pick<Limits, "mailsAtOnce" | "mailClaimMs" | "mailRetryMs" | "mailRetryMaxMs" | "drainMs">;
  readonly log: Logger;
}

/** The mail server will not take this mail, however often it is asked. */
export class MailRefused extends Error {
  override name = "MailRefused";
}

/**
 * Hands over the mails that wait.
 *
 *     kept ──claim──► handed over ──► forgotten
 *       ▲               └─ not now ──► later: in a minute, then in two, in four … in an hour      └─ never ──► failed
 *
 * - A mail is a row until the mail server has taken it: a stop, a crash or a mail server that is away delays it.
 * - Of two processes one has it. A process that dies with it may have handed it over: the next one hands it over again,
 *   under the same Message-ID.
 * - It ends: with the mail server's final no, or once the mail is of no use any more. What failed stays for staff to see.
 */
export function openMailDelivery({ records, handOver, clock, limits, log }: MailDeliveryOptions): BackgroundJob {
  const deliver = async (mail: KeptMail) => {
    try {
      await handOver(mail);
    } catch (cause) {
      const failure = (cause instanceof Error ? cause.message : String(cause)).slice(0, 500);
      const now = clock.now();
      const dueAt = now + Math.min(limits.mailRetryMs * 2 ** (mail.tries - 1), limits.mailRetryMaxMs);
      if (cause instanceof MailRefused || dueAt >= mail.giveUpAt) {
        await records.giveUp(mail.id, failure);
        log.error({ mail: mail.id, tries: mail.tries, failure }, "a mail could not be handed over; it is kept");
      } else {
        await records.postpone(mail.id, dueAt, failure);
        log.warn({ mail: mail.id, tries: mail.tries, failure }, "a mail could not be handed over; it is tried again");
      }
      return;
    }
    await records.settle(mail.id);
  };
  return openBackgroundJob({
    clock,
    everyMs: limits.mailRetryMs,
    async work(signal) {
      while (!signal.aborted) {
        const now = clock.now();
        const mails = await records.claim(now, now + limits.mailClaimMs, limits.mailsAtOnce);
        if (mails.length === 0) break;
        await Promise.all(mails.map(deliver));
      }
      return ((await records.nextDueAt()) ?? Infinity) - clock.now();
    },
    failed: (err) => log.warn({ err }, "mails that wait could not be read or settled; they are tried again"),
    // A mail server that does not answer holds nobody up: its mails are claimed anew after the next start.
    patienceMs: limits.drainMs,
  });
}
