import type { JobRecord } from "@weft/collab";
import { listJobs, retryJob, WeftError } from "@weft/protocol";
import type { StaffJob } from "@weft/protocol";
import { implementSite, siteRoutesOf } from "./site-route.ts";
import type { SiteServices } from "./site-services.ts";

const instant = (at: number) => new Date(at).toISOString();

/** The server's background jobs, for staff. */
export const jobRoutes = siteRoutesOf(
  implementSite(listJobs, async ({ query: { kind, state } }, { site }) => {
    const isRun = state === "running";
    const jobs = await site.jobs.list({
      kind,
      state: isRun ? "waiting" : state,
      claimed: isRun ? true : state === "waiting" ? false : undefined,
    });
    return jobs.map(describe);
  }),

  implementSite(retryJob, async ({ path }, { site }) => {
    const job = await findJob(path.jobId, site);
    if (job === undefined)
      throw new WeftError("NOT_FOUND", { message: "Job not found.", suggestion: "It may have finished." });
    if (job.kind === "mail") checkMailLeaves(site);
    if (!(await retry(job, site)))
      throw new WeftError("CONFLICT", { message: "The job is running.", suggestion: "Wait until it has ended." });
    return { done: true } as const;
  }),
);

/** The job with an id from a path. */
export async function findJob(id: string, { jobs }: Pick<SiteServices, "jobs">): Promise<JobRecord | undefined> {
  const number = Number(id);
  return Number.isSafeInteger(number) ? jobs.find(number) : undefined;
}

/** @throws CONFLICT if this server sends no email */
export function checkMailLeaves({ mailer }: Pick<SiteServices, "mailer">): void {
  if (!mailer.leaves)
    throw new WeftError("CONFLICT", {
      message: "This server doesn't send email.",
      suggestion: "Set WEFT_SMTP and WEFT_MAIL_FROM, and restart the server.",
    });
}

/** Runs a job now, as if it were new: a job with a deadline gets as much time as it had. */
export function retry(
  { id, createdAt, giveUpAt }: JobRecord,
  { jobs, now }: Pick<SiteServices, "jobs" | "now">,
): Promise<boolean> {
  return jobs.retry(id, now(), giveUpAt === undefined ? undefined : now() + (giveUpAt - createdAt));
}

function describe({ id, kind, createdAt, state, claimed, tries, dueAt, failure }: JobRecord): StaffJob {
  const shown = state === "waiting" && claimed ? "running" : state;
  return {
    id: String(id),
    kind,
    createdAt: instant(createdAt),
    state: shown,
    tries,
    nextTryAt: shown === "waiting" ? instant(dueAt) : null,
    failure: failure ?? null,
  };
}
