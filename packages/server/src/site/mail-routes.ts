import { listMails, retryMail, WeftError } from "@weft/protocol";

import { implementSite, siteRoutesOf } from "./site-route.ts";

const instant = (at: number) => new Date(at).toISOString();

/** What became of mails, for staff. */
export const mailRoutes = siteRoutesOf(
  implementSite(listMails, async (_call, { site }) =>
    (await site.outbox.list()).map(({ id, at, to, subject, state, tries, dueAt, failure }) => ({
      id: String(id),
      at: instant(at),
      to,
      subject,
      state,
      tries,
      nextTryAt: state === "waiting" ? instant(dueAt) : null,
      failure: failure ?? null,
    })),
  ),

  implementSite(retryMail, async ({ path }, { site }) => {
    if (!site.mailer.leaves)
      throw new WeftError("CONFLICT", {
        message: "This server sends no mail.",
        suggestion: "Set WEFT_SMTP and WEFT_MAIL_FROM, and start it again.",
      });
    const id = Number(path.mailId);
    if (!Number.isSafeInteger(id) || !(await site.outbox.retry(id)))
      throw new WeftError("NOT_FOUND", { message: "Mail not found.", suggestion: "It may have left by now." });
    return { done: true } as const;
  }),
);
