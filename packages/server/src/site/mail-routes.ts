import { listMails, retryMail, WeftError } from "@weft/protocol";
import { textOf } from "../mail/mail-job.ts";
import { checkMailLeaves, findJob, retry } from "./job-routes.ts";
import { implementSite, siteRoutesOf } from "./site-route.ts";

const instant = (at: number) => new Date(at).toISOString();

/** The states of emails, for staff. */
export const mailRoutes = siteRoutesOf(
  implementSite(listMails, async (_call, { site }) =>
    (await site.jobs.list({ kind: "mail" })).map(({ id, createdAt, payload, state, tries, dueAt, failure }) => ({
      id: String(id),
      at: instant(createdAt),
      to: textOf(payload).to,
      subject: textOf(payload).subject,
      state,
      tries,
      nextTryAt: state === "waiting" ? instant(dueAt) : null,
      failure: failure ?? null,
    })),
  ),

  implementSite(retryMail, async ({ path }, { site }) => {
    checkMailLeaves(site);
    const job = await findJob(path.mailId, site);
    if (job?.kind !== "mail" || !(await retry(job, site)))
      throw new WeftError("NOT_FOUND", { message: "Mail not found.", suggestion: "It may have been sent." });
    return { done: true } as const;
  }),
);
