import { teamProject } from "@weft/collab";
import type {
  MemberRecord,
  Membership,
  ProjectRecord,
  RetentionRules,
  TeamRecord,
  ProjectStatistics,
} from "@weft/collab";
import {
  acceptInvitation,
  createAccount,
  createProject,
  deleteTeam,
  getAccountsSummary,
  getAuditLog,
  getInvitation,
  getTeam,
  getTeamRetention,
  getTeamSecurity,
  getTeamsInfo,
  inviteMembers,
  leaveTeam,
  listInvitations,
  listMembers,
  listTeamProjects,
  removeMember,
  resendInvitation,
  revokeInvitation,
  updateMember,
  updateTeam,
  updateTeamRetention,
  updateTeamSecurity,
  WeftError,
} from "@weft/protocol";
import type { SignInMethod, Team, TeamMember, TeamRetention, TeamRetentionState, TeamSecurity } from "@weft/protocol";
import { teamName } from "@weft/protocol/internal/team-name";

import { allows, closedBy } from "./admission.ts";
import { instantOf, regionOf, restrictionOf } from "./describe-project.ts";
import type { Account } from "./sign-in.ts";
import type { SiteServices } from "./site-services.ts";
import { actorOf, implementSite, siteRoutesOf, audited } from "./site-route.ts";

const done = { done: true } as const;
const hourMs = 3_600_000;
const instant = (at: number) => new Date(at).toISOString();

/** Teams, their members, invitations and projects. */
export const teamRoutes = siteRoutesOf(
  implementSite(getAccountsSummary, async ({ account }, { site }) => {
    const memberships = await site.teams.memberships(account.person.id);
    return Promise.all(
      memberships.map(async (membership) => ({
        id: membership.team.id,
        name: membership.team.name,
        projects: (await shownProjects(membership, account, site)).map((project) => ({
          id: project.id,
          displayName: project.name,
        })),
      })),
    );
  }),

  implementSite(getTeamsInfo, async ({ account, query }, { site }) => {
    const memberships = await site.teams.memberships(account.person.id);
    return Promise.all(
      memberships.map(async (membership) => {
        const { role } = membership;
        const { id, name, plan } = membership.team;
        const projects = await shownProjects(membership, account, site);
        const statistics = query.detailedProjectStatistics ? await statisticsOf(projects, site) : undefined;
        return {
          id,
          name,
          role,
          plan,
          projects: projects.map((project) => {
            const numbers = statistics?.(project);
            return {
              ...summaryOf(project),
              ...(numbers && {
                statistics: {
                  rooms: numbers.rooms,
                  activeUsers24h: numbers.activeUsers24h,
                  connectedNow: numbers.connectedNow,
                },
              }),
            };
          }),
        };
      }),
    );
  }),

  implementSite(createAccount, async ({ account, body }, { site }) => {
    const { id } = await site.createTeam(actorOf({ account }), body.name);
    return { id, workosOrganizationId: id };
  }),

  implementSite(createProject, async ({ account, path, body }, { site }) => {
    const { displayName, type, regionRestriction } = body;
    // This server could not keep the restriction to a region in which it has no data.
    if (regionRestriction !== "none" && !(await site.config()).regions.includes(regionRestriction))
      throw new WeftError("UNPROCESSABLE_ENTITY", {
        message: `Value at key 'regionRestriction': this server has no region "${regionRestriction}".`,
      });
    const effects = audited(site, path.teamId, account, "project.created");
    const created = teamProject({
      name: displayName,
      type,
      region: regionOf(regionRestriction),
      team: path.teamId,
      createdBy: account.person.id,
    });
    const { project, publicKey, secretKey } = await site.projects.createProject(created, effects);
    return { _id: project.id, displayName, type, regionRestriction, publicKey, secretKey };
  }),

  implementSite(getTeam, ({ membership }, { site }) => describeTeam(membership, site)),

  implementSite(updateTeam, async ({ account, path, body }, { site }) => {
    await site.teams.update(actorOf({ account }), path.teamId, body);
    const changed = await site.teams.membership(path.teamId, account.person.id);
    if (changed === undefined) throw new WeftError("NOT_FOUND");
    return describeTeam(changed, site);
  }),

  implementSite(getTeamSecurity, ({ membership }) => describeSecurity(membership.team)),

  implementSite(updateTeamSecurity, async ({ account, path, body }, { site }) => {
    const { requireTwoFactorFrom: from, sessionHours: hours, signInMethods } = body;
    if (signInMethods != null) await checkMethods(signInMethods, account, path.teamId, site);
    await site.teams.secure(actorOf({ account }), path.teamId, {
      twoFactorFrom: typeof from === "string" ? Date.parse(from) : from,
      sessionMs: typeof hours === "number" ? hours * hourMs : hours,
      signInMethods: signInMethods && [...new Set(signInMethods)],
    });
    const changed = await site.teams.team(path.teamId);
    if (changed === undefined) throw new WeftError("NOT_FOUND");
    return describeSecurity(changed);
  }),

  implementSite(getTeamRetention, ({ membership }, { retentionRules }) =>
    describeRetention(membership.team, retentionRules),
  ),

  implementSite(updateTeamRetention, async ({ account, membership, path, body }, { site, retentionRules }) => {
    const most = retentionRules.maximum(membership.team);
    const next: Partial<Record<keyof TeamRetention, number>> = { ...membership.team.retention };
    for (const kind of retentionKinds) {
      const days = body[kind];
      if (days === undefined) continue;
      if (days === null) delete next[kind];
      else if (days > (most[kind] ?? days))
        throw new WeftError("UNPROCESSABLE_ENTITY", {
          message: `Value at key '${kind}': the team's plan keeps this data for up to ${most[kind]} days.`,
        });
      else next[kind] = days;
    }
    await site.teams.retain(actorOf({ account }), path.teamId, Object.keys(next).length === 0 ? null : next);
    const changed = await site.teams.team(path.teamId);
    if (changed === undefined) throw new WeftError("NOT_FOUND");
    return describeRetention(changed, retentionRules);
  }),

  implementSite(deleteTeam, async ({ account, path }, { site }) => {
    await site.teams.delete(actorOf({ account }), path.teamId);
    return done;
  }),

  implementSite(leaveTeam, async ({ account, path }, { site }) => {
    await site.teams.leave(actorOf({ account }), path.teamId);
    return done;
  }),

  implementSite(listTeamProjects, async ({ path }, { site }) => {
    const projects = await site.projects.ofTeam(path.teamId);
    const statistics = await statisticsOf(projects, site);
    return projects.map((project) => {
      const numbers = statistics(project);
      return {
        ...summaryOf(project),
        createdAt: instant(project.createdAt),
        rooms: numbers.rooms,
        connectedNow: numbers.connectedNow,
        connectedNowIsPartial: numbers.connectedNowIsPartial,
        activeUsers24h: numbers.activeUsers24h,
        lastActivityAt: numbers.lastActivityAt === undefined ? null : instant(numbers.lastActivityAt),
        activeUsersByDay: numbers.activeUsersByDay,
        deletesAt: instantOf(project.deletesAt),
      };
    });
  }),

  implementSite(listMembers, async ({ path }, { site }) => (await site.teams.members(path.teamId)).map(describeMember)),

  implementSite(updateMember, async ({ account, path, body }, { site }) =>
    describeMember(await site.teams.setRole(actorOf({ account }), path.teamId, path.userId, body.role)),
  ),

  implementSite(removeMember, async ({ account, path }, { site }) => {
    await site.teams.remove(actorOf({ account }), path.teamId, path.userId);
    return done;
  }),

  implementSite(listInvitations, async ({ path }, { site }) => {
    const [invitations, members] = await Promise.all([
      site.teams.invitations(path.teamId),
      site.teams.members(path.teamId),
    ]);
    const nameOf = (id: string) => {
      const person = members.find((member) => member.person.id === id)?.person;
      return person === undefined ? "" : `${person.firstName} ${person.lastName}`.trim();
    };
    return invitations.map(({ id, email, role, invitedBy, createdAt, expiresAt }) => ({
      id,
      email,
      role,
      invitedBy: nameOf(invitedBy),
      createdAt: instant(createdAt),
      expiresAt: instant(expiresAt),
    }));
  }),

  implementSite(inviteMembers, async ({ account, membership, path, body }, { site }) => {
    site.countInvitations(actorOf({ account }), body.emails.length);
    const outcomes = await site.teams.invite(actorOf({ account }), path.teamId, body.emails, body.role);
    return Promise.all(
      outcomes.map(async (outcome) => {
        const { email } = outcome;
        if (outcome.outcome !== "invited") return { email, outcome: outcome.outcome };
        const link = await mailLink(email, outcome.secret, membership, site);
        return { email, outcome: outcome.outcome, link };
      }),
    );
  }),

  implementSite(resendInvitation, async ({ account, membership, path }, { site }) => {
    site.countInvitations(actorOf({ account }), 1);
    const { email, secret } = await site.teams.resend(actorOf({ account }), path.teamId, path.invitationId);
    return { link: await mailLink(email, secret, membership, site) };
  }),

  implementSite(revokeInvitation, async ({ account, path }, { site }) => {
    await site.teams.revoke(actorOf({ account }), path.teamId, path.invitationId);
    return done;
  }),

  implementSite(getInvitation, async ({ account, path }, { site }) => {
    const { team, ...invitation } = await site.teams.invitation(path.invitationId, account?.person);
    return { ...invitation, teamName: team.name, teamId: invitation.alreadyMember ? team.id : null };
  }),

  implementSite(acceptInvitation, async ({ account, path }, { site }) => ({
    teamId: await site.teams.accept(actorOf({ account }), path.invitationId),
  })),

  implementSite(getAuditLog, async ({ path, query: { from, to, ...filter } }, { site }) => {
    const { entries, nextCursor } = await site.teams.auditLog(path.teamId, {
      ...filter,
      from: from === undefined ? undefined : Date.parse(from),
      to: to === undefined ? undefined : Date.parse(to),
    });
    return {
      data: entries.map(({ id, at, actor, action, target, address }) => ({
        id,
        at: instant(at),
        actor: actor ?? null,
        action,
        target: target ?? null,
        address: address ?? null,
      })),
      nextCursor,
    };
  }),
);

/** Emails an invitation and returns its link. If the email fails, the link can be sent by hand. */
async function mailLink(to: string, secret: string, { team }: Membership, site: SiteServices) {
  const { publicUrl, mailer } = site;
  const link = `${publicUrl}/accept-invitation/${secret}`;
  if (!(await wantsInvitations(to, site))) return link;
  // Invitations go to anyone: line breaks in a name must not add lines to the mail.
  const name = teamName(team.name);
  const text = `You've been invited to join the team “${name}” on Weft.\n\nOpen this link within seven days to join:\n${link}\n`;
  await mailer.send({ to, subject: `Join ${name} on Weft`, text }).catch(mailer.failed);
  return link;
}

/** Users who turned these emails off see the invitation in the dashboard. An address that is not confirmed is not theirs. */
async function wantsInvitations(email: string, { people }: SiteServices): Promise<boolean> {
  const person = await people.personByEmail(email);
  if (person === undefined || !person.emailVerified) return true;
  return (await people.settings(person.id)).preferences.invitations !== false;
}

async function statisticsOf(projects: readonly ProjectRecord[], { statistics }: SiteServices) {
  const known = await statistics.statistics(projects.map(({ id }) => id));
  const nothing: ProjectStatistics = {
    rooms: 0,
    connectedNow: 0,
    connectedNowIsPartial: false,
    activeUsers24h: 0,
    lastActivityAt: undefined,
    activeUsersByDay: Array.from({ length: 14 }, () => 0),
  };
  return ({ id }: ProjectRecord) => known.get(id) ?? nothing;
}

/** The projects of the caller's team; none if the team is closed to this sign-in. */
async function shownProjects(membership: Membership, account: Account, { projects, now }: SiteServices) {
  return closedBy(membership, account, now()) === undefined ? projects.ofTeam(membership.team.id) : [];
}

function summaryOf({ id, name, type, region }: ProjectRecord) {
  return { id, displayName: name, type, regionRestriction: restrictionOf(region) };
}

async function describeTeam({ team, role }: Membership, { teams }: SiteServices): Promise<Team> {
  return {
    id: team.id,
    name: team.name,
    image: team.image ?? null,
    role,
    plan: team.plan,
    members: (await teams.members(team.id)).length,
    createdAt: instant(team.createdAt),
    timeZone: team.timeZone ?? "UTC",
    requireTwoFactorFrom: team.twoFactorFrom === undefined ? null : instant(team.twoFactorFrom),
  };
}

const retentionKinds = ["events", "requestLogs", "webhookDeliveries", "aiChats"] as const;

function describeRetention(team: TeamRecord, rules: RetentionRules): TeamRetentionState {
  return { days: rules.of(team), maximum: rules.maximum(team) };
}

/** Users cannot lock themselves out, nor allow what this server does not offer alone. */
async function checkMethods(
  methods: readonly SignInMethod[],
  account: Account,
  team: string,
  site: SiteServices,
): Promise<void> {
  const { social } = (await site.config()).signIn;
  const unknown = methods.find((method) => (method === "github" || method === "google") && !social.includes(method));
  if (unknown !== undefined)
    throw new WeftError("UNPROCESSABLE_ENTITY", {
      message: `Value at key 'signInMethods': this server doesn't offer sign-in with ${unknown}.`,
    });
  if (!allows(methods, account, team))
    throw new WeftError("CONFLICT", {
      message: "You aren't signed in with one of these methods.",
      suggestion: "Sign in with a method that you want to allow, then change the setting.",
    });
}

function describeSecurity({ twoFactorFrom, sessionMs, signInMethods }: TeamRecord): TeamSecurity {
  return {
    signInMethods: signInMethods === undefined ? null : [...signInMethods],
    requireTwoFactorFrom: twoFactorFrom === undefined ? null : instant(twoFactorFrom),
    sessionHours: sessionMs === undefined ? null : sessionMs / hourMs,
  };
}

function describeMember({ person, role, joinedAt, lastActiveAt }: MemberRecord): TeamMember {
  return {
    userId: person.id,
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
    image: person.image ?? null,
    role,
    twoFactorEnabled: person.twoFactorEnabled,
    joinedAt: instant(joinedAt),
    lastActiveAt: lastActiveAt === undefined ? null : instant(lastActiveAt),
  };
}
