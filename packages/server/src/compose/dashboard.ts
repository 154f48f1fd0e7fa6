import { openActivity, openExports, openProjectRooms, openTeams } from "@weft/collab";
import type { BackgroundJob } from "../background-job.ts";
import { isLoopback, mailOf, socialOf } from "../config.ts";
import type { SiteContext } from "../site/site-context.ts";
import { sweepActivity } from "../site/activity/sweep.ts";
import { createWatchers } from "../site/activity/watchers.ts";
import { createRoomReader } from "../site/exports/read-room.ts";
import { tellOfExport } from "../site/exports/tell.ts";
import { openOutbox } from "../site/mail.ts";
import { openMailedMessages } from "../site/messages.ts";
import { openSite } from "../site/open-site.ts";
import { planOf } from "../site/plan-of.ts";
import { openSignIn } from "../site/sign-in.ts";
import { openUsageAlerts } from "../site/usage-alerts.ts";
import type { Base } from "./base.ts";
import type { LiveRooms } from "./live-rooms.ts";
import type { Storage } from "./storage.ts";
import manifest from "../../package.json" with { type: "json" };

/** People, their teams, and what they see of their projects. */
export interface Dashboard extends Pick<
  SiteContext,
  "site" | "projectRooms" | "activity" | "recorder" | "watchers" | "messages" | "planOf"
> {
  /** Ends before rooms do: whoever starts next goes on with an export. */
  readonly exportJobs: BackgroundJob;
}

export function openDashboard(base: Base, storage: Storage, live: LiveRooms): Dashboard {
  const { config, limits, publicUrl, clock, now, log, parts } = base;
  const { store, blobs, cursors, masterKey } = storage;
  const { accounts, rooms, recorder, erasure } = live;
  if (config.publicUrl === undefined && !isLoopback(config.host))
    log.warn(
      { host: config.host },
      `links in mails and answers begin with ${publicUrl}, which other machines cannot open: set WEFT_PUBLIC_URL to the address that people use`,
    );
  const siteUrl = publicUrl.replace(/\/$/, "");
  const { people } = store;
  const mailer = parts.use(openOutbox({ ...mailOf(config), records: store.mails, clock, limits, log }));
  const social = socialOf(config);
  const teams = openTeams({ records: store.teams, audit: store.audit, cursors, plan: config.plan, now, limits });
  const signIn = openSignIn({
    database: store.signIn,
    people,
    teams,
    mailer,
    masterKey,
    publicUrl,
    limits,
    byInvitation: config.signUp === "invited",
    staffDomain: config.staffDomain,
    social,
    accountDeleted: (person) => erasure.ofPerson(person),
    log,
  });
  const activity = openActivity({ records: store.activity, live: recorder, cursors, now, limits });
  const usageAlerts = parts.use(
    openUsageAlerts({
      records: store.usageAlerts,
      usage: (projects, plan) => activity.usage(projects, plan),
      projects: accounts,
      teams,
      people,
      outbox: mailer,
      publicUrl: siteUrl,
      clock,
      limits,
      log,
    }),
  );
  recorder.onWritten((batch) => usageAlerts.written(batch));
  const messages = openMailedMessages({
    records: store.messages,
    mailer,
    supportEmail: config.supportEmail,
    cursors,
    limits,
    log,
    now,
  });
  base.inBackground({
    everyMs: limits.activitySweepMs,
    firstAfterMs: limits.activitySweepMs,
    work: () => sweepActivity(activity, accounts, (project) => planOf(project, teams)),
    failure: "old events could not be deleted; the next sweep tries again",
  });
  const exports = openExports({
    records: store.exports,
    blobs,
    rooms,
    project: (id) => accounts.project(id),
    read: createRoomReader({
      gateway: live.roomGateway,
      versions: live.versions,
      records: store.exports,
      rest: (room) => live.host.rest(room),
    }),
    tell: (outcome) => tellOfExport(outcome, { publicUrl: siteUrl, people, mailer, teams }),
    failed: (err, { project, id }) => log.warn({ err, project, export: id }, "an export failed"),
    now,
    limits,
  });
  const exportJobs = base.inBackground({
    everyMs: limits.exportPollMs,
    // When somebody asks for one, and those that another process left.
    async work(signal) {
      while (!signal.aborted && (await exports.work(signal)));
    },
    failure: "exports that wait could not be read; the next look tries again",
  });
  const site = openSite({
    publicUrl,
    settings: {
      serverVersion: manifest.version,
      serverUrl: config.publicUrl?.replace(/\/$/, "") ?? null,
      supportEmail: config.supportEmail ?? null,
      socialLinks: config.socialLinks,
      signUp: config.signUp === "open",
      social: (["github", "google"] as const).filter((name) => social[name] !== undefined),
    },
    limits,
    signIn,
    people,
    teams,
    projects: accounts,
    rooms,
    mailer,
    outbox: mailer,
    statistics: activity,
    exports,
    exportSoon: () => exportJobs.soon(),
    sendAway: (id) => live.gateway.sendAway(id),
    async onProjectDeleted(id) {
      await activity.forget(id);
      erasure.soon();
    },
    now,
  });
  base.inBackground({
    everyMs: limits.projectSweepMs,
    async work(signal) {
      await exports.sweep();
      await site.deleteDueProjects(signal);
    },
    failure: "projects or exports whose time is over could not all be deleted; the next sweep tries again",
  });
  return {
    site,
    projectRooms: openProjectRooms(rooms, activity, recorder),
    activity,
    recorder,
    watchers: createWatchers(limits.inspectorsPerProject),
    messages,
    planOf: (project) => planOf(project, teams),
    exportJobs,
  };
}
