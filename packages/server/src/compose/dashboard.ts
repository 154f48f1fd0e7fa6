import {
  siteProjectId,
  createUsageAlertHandler,
  createActivity,
  createExports,
  createEventDeliveries,
  createGuides,
  createManagedProjects,
  createManagedWebhooks,
  createManagementTokens,
  createProjectRooms,
  createRetentionRules,
  createSso,
  createStatusHistory,
  createTeams,
  createWebhookDisabledHandler,
  deriveKey,
  sweepActivity,
  sweepChats,
} from "@weft/collab";
import type { ProjectRecord, ReadTextRecords } from "@weft/collab";
import { openBackgroundJob } from "../background-job.ts";
import { isLoopback, mailOf, socialOf } from "../config.ts";
import { createWatchers } from "../inspector/watchers.ts";
import { runSweep } from "../jobs/sweeps.ts";
import { createTextRecords } from "../outbound/text-records.ts";
import { openSamlReader } from "../saml/saml-reader.ts";
import type { SamlReader } from "../saml/saml-reader.ts";
import { createMailer } from "../mail/mailer.ts";
import { readSiteBuild } from "../http/site-build.ts";
import { siteFolder } from "../http/site.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { SiteContext } from "../site/site-context.ts";
import { readProject } from "../site/exports/read-project.ts";
import { createRoomReader } from "../site/exports/read-room.ts";
import { mailsOfExport } from "../site/exports/export-mails.ts";
import { createMailedMessages } from "../site/messages.ts";
import { logForeignCalls } from "../site/same-origin.ts";
import { createSite } from "../site/open-site.ts";
import { retentionOfProject } from "../site/retention-of-project.ts";
import type { PasswordHashing } from "../site/password-hashing.ts";
import { createSignIn } from "../site/sign-in.ts";
import type { SignInOptions } from "../site/sign-in.ts";
import type { Statistics } from "../site/site-services.ts";
import { createSsoBrowsers } from "../site/sso-browsers.ts";
import { usageAlertMail } from "../site/usage-alert-mails.ts";
import { webhookDisabledMail } from "../site/webhook-disabled-mail.ts";
import type { Base } from "./base.ts";
import type { Collaboration } from "./collaboration.ts";
import type { LiveRooms } from "./live-rooms.ts";
import type { Storage } from "./storage.ts";
import manifest from "../../package.json" with { type: "json" };

/** People, their teams, and what they see of their projects. */
export type Dashboard = Pick<
  SiteContext,
  | "site"
  | "managementTokens"
  | "sso"
  | "ssoBrowsers"
  | "saml"
  | "managedProjects"
  | "managedWebhooks"
  | "webhooks"
  | "requestCatcher"
  | "projectRooms"
  | "statusHistory"
  | "activity"
  | "eventDeliveries"
  | "activityFeed"
  | "watchers"
  | "messages"
  | "guides"
  | "retentionOf"
  | "retentionRules"
>;

/** Replacements of parts, for tests. */
export interface DashboardReplacements {
  readonly mailer?: Mailer;
  readonly passwords?: PasswordHashing;
  readonly social?: SignInOptions["social"];
  readonly statistics?: Statistics;
  readonly readTextRecords?: ReadTextRecords;
  readonly saml?: SamlReader;
}

export function openDashboard(
  base: Base,
  storage: Storage,
  live: LiveRooms,
  { userErasures }: Pick<Collaboration, "userErasures">,
  replacements: DashboardReplacements = {},
): Dashboard {
  const { config, limits, publicUrl, signals, now, log } = base;
  const { store, blobs, cursors, masterKey } = storage;
  const { projects, rooms, host, activityWriter, eventLog, erasure, runner, sweeps } = live;
  if (config.publicUrl === undefined && !isLoopback(config.host))
    log.warn(
      { host: config.host },
      `links in emails and responses start with ${publicUrl}, which other machines cannot open: set WEFT_PUBLIC_URL to the address that users open`,
    );
  const siteUrl = publicUrl.replace(/\/$/, "");
  const { people } = store;
  const mailer = replacements.mailer ?? createMailer({ ...mailOf(config), records: store.jobs, now, limits, log });
  if (mailer.handler !== undefined) runner.handle(mailer.handler);
  const social = replacements.social ?? socialOf(config);
  const retentionRules = createRetentionRules(limits);
  const teams = createTeams({ records: store.teams, audit: store.audit, cursors, plan: config.plan, now, limits });
  const managementTokens = createManagementTokens({ records: store.managementTokens, teams, now, limits });
  const saml = replacements.saml ?? base.parts.use(openSamlReader({ clock: base.clock, limits }));
  const sso = createSso({
    records: store.sso,
    teams,
    messages: saml,
    readTextRecords:
      replacements.readTextRecords ??
      createTextRecords({ servers: config.dnsServers, timeoutMs: limits.domainLookupMs }),
    publicUrl: siteUrl,
    staffDomain: config.staffDomain,
    now,
    limits,
  });
  const signIn = createSignIn({
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
    async accountDeleted(person) {
      await erasure.ofPerson(person);
      const hasChats = (await projects.find(siteProjectId)) !== undefined;
      if (hasChats && (await userErasures.underWay(siteProjectId, person.id)) === undefined)
        await userErasures.request(siteProjectId, person.id, "");
    },
    log,
    passwords: replacements.passwords,
  });
  const activity = createActivity({
    records: store.activity,
    live: {
      connected: (ids) => host.connected(ids),
      async settle() {
        await Promise.all([activityWriter.settle(), eventLog.settle()]);
      },
    },
    cursors,
    now,
    limits,
  });
  runner.handle(
    createUsageAlertHandler({
      records: store.usageAlerts,
      usage: (ids, plan) => activity.usage(ids, plan),
      projects,
      teams,
      people,
      mail: (alert) => mailer.job(usageAlertMail(alert, siteUrl)),
      now,
    }),
  );
  runner.handle(
    createWebhookDisabledHandler({
      projects,
      teams,
      people,
      mail: (mail) => mailer.job(webhookDisabledMail(mail, siteUrl)),
    }),
  );
  const messages = createMailedMessages({
    records: store.messages,
    mailer,
    supportEmail: config.supportEmail,
    cursors,
    limits,
    now,
  });
  runSweep(
    {
      kind: "activitySweep",
      everyMs: limits.activitySweepMs,
      firstAfterMs: limits.activitySweepMs,
      async work() {
        const retentionOf = (project: ProjectRecord) => retentionOfProject(project, teams, retentionRules);
        await sweepActivity(activity, projects, retentionOf);
        const daysOf = async (project: ProjectRecord) => (await retentionOf(project)).aiChats;
        await sweepChats({ records: store.chats, projects, daysOf, now });
      },
    },
    sweeps,
  );
  const exports = createExports({
    records: store.exports,
    blobs,
    rooms,
    project: (id) => projects.find(id),
    read: createRoomReader({
      gateway: live.roomGateway,
      versions: live.versions,
      records: store.exports,
      discussions: { threads: store.threads, feeds: store.feeds, contents: store.exportContents },
      unloadIfIdle: (room) => host.unloadIfIdle(room),
    }),
    readProject: ({ id }) =>
      readProject(
        { users: store.users, groups: store.groups, webhooks: store.webhooks, contents: store.exportContents },
        id,
      ),
    mails: (outcome) => mailsOfExport(outcome, { publicUrl: siteUrl, people, mailer, teams }),
    now,
    limits,
  });
  runner.handle(exports.handler);
  const statusHistory = createStatusHistory({ records: store.status, now, keptMs: limits.statusKeptMs });
  base.parts.use(
    openBackgroundJob({
      clock: base.clock,
      everyMs: limits.statusCheckMs,
      work: () => statusHistory.record(),
      failed: (err) => log.warn({ err }, "the status of the server could not be recorded"),
    }),
  );
  const site = createSite({
    foreignCalls: logForeignCalls(log),
    publicUrl,
    settings: {
      serverVersion: manifest.version,
      siteBuild: readSiteBuild(siteFolder),
      serverUrl: config.publicUrl?.replace(/\/$/, "") ?? null,
      supportEmail: config.supportEmail ?? null,
      repositoryUrl: config.repositoryUrl?.replace(/\/$/, "") ?? null,
      socialLinks: config.socialLinks,
      regions: config.regions,
      signUp: config.signUp === "open",
      social: (["github", "google"] as const).filter((name) => social[name] !== undefined),
    },
    limits,
    signIn,
    people,
    teams,
    projects,
    rooms,
    mailer,
    jobs: store.jobs,
    statistics: replacements.statistics ?? activity,
    signals,
    exports,
    disconnectAll: (project) => signals.publish({ type: "disconnectProject", project }),
    signingKeys: live.signingKeys,
    async onProjectDeleted(id) {
      await live.groups.eraseProject(id);
      await activity.forget(id);
      erasure.soon();
    },
    now,
  });
  runSweep(
    {
      kind: "projectSweep",
      everyMs: limits.projectSweepMs,
      async work(signal) {
        await exports.sweep();
        await sso.sweep();
        await site.deleteDueProjects(signal);
      },
    },
    sweeps,
  );
  return {
    site,
    statusHistory,
    managementTokens,
    sso,
    saml,
    ssoBrowsers: createSsoBrowsers({
      key: deriveKey(masterKey, "sso browser"),
      publicUrl,
      lifetimeMs: limits.ssoSignInMs,
    }),
    webhooks: live.webhooks,
    requestCatcher: live.requestCatcher,
    managedWebhooks: createManagedWebhooks({ projects, webhooks: live.webhooks, teams }),
    managedProjects: createManagedProjects({
      projects,
      removeProject: (project, effects) => site.removeProject(project, effects),
      teams,
      cursors,
      regions: config.regions,
      now,
    }),
    projectRooms: createProjectRooms(rooms, activity, host),
    activity,
    eventDeliveries: createEventDeliveries({ records: store.webhooks, events: store.activity }),
    activityFeed: activityWriter,
    watchers: createWatchers(limits.inspectorsPerProject),
    messages,
    guides: createGuides({ records: store.guides, now }),
    retentionRules,
    retentionOf: (project) => retentionOfProject(project, teams, retentionRules),
  };
}
