import { z } from "zod";
import { flag } from "../endpoint.ts";
import { EmailAddress } from "../email-address.ts";
import { limits } from "../limits.ts";
import { StorableText } from "../storable.ts";
import { internalEndpoint } from "./internal-endpoint.ts";
import { displayName } from "./names.ts";
import { PlanId, TeamRole } from "./plan.ts";
import { SignInMethod, TeamRetention } from "./team-policies.ts";

export const TeamName = displayName("Team", limits.teamNameLength);
export const ProjectName = displayName("Project", limits.projectNameLength);
export const ProjectType = z.enum(["dev", "prod"]);
export const RegionRestriction = z.enum(["none", "us", "eu"]);

const team = z.object({ teamId: z.string() });
const instant = z.iso.datetime();
export const Done = z.object({ done: z.literal(true) });

export const getAccountsSummary = internalEndpoint({
  id: "accounts-summary",
  route: "GET /internal/accounts/summary",
  summary: "Names of one's teams and their projects, for search",
  role: "account",
  returns: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      projects: z.array(z.object({ id: z.string(), displayName: z.string() })),
    }),
  ),
});

const ProjectStatistics = z.object({ rooms: z.int(), activeUsers24h: z.int(), connectedNow: z.int() });

export const getTeamsInfo = internalEndpoint({
  id: "teams-info",
  route: "GET /internal/teams/info",
  summary: "One's teams, projects and plans",
  role: "account",
  query: z.object({ detailedProjectStatistics: flag("Count rooms and people of each project.") }),
  returns: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      role: TeamRole,
      plan: PlanId,
      projects: z.array(
        z.object({
          id: z.string(),
          displayName: z.string(),
          type: ProjectType,
          regionRestriction: RegionRestriction,
          statistics: ProjectStatistics.optional(),
        }),
      ),
    }),
  ),
});

export const createAccount = internalEndpoint({
  id: "create-account",
  route: "POST /internal/accounts",
  summary: "Create a team, owned by the caller",
  role: "account",
  body: z.object({ name: TeamName }),
  returns: z.object({ id: z.string(), workosOrganizationId: z.string() }),
});

export const createProject = internalEndpoint({
  id: "create-project",
  route: "POST /internal/accounts/{teamId}/projects",
  summary: "Create a project in a team",
  role: "member",
  path: team,
  body: z.object({
    displayName: ProjectName,
    type: ProjectType.default("dev"),
    regionRestriction: RegionRestriction.default("none"),
  }),
  returns: z.object({
    _id: z.string(),
    displayName: z.string(),
    type: ProjectType,
    regionRestriction: RegionRestriction,
    publicKey: z.string(),
    /** Shown this once. */
    secretKey: z.string(),
  }),
});

/** A time zone by its name, as `Intl` knows it. */
const TimeZone = z.string().refine((name) => {
  try {
    // Offsets would do for dates, but not for the turn of summer.
    return (
      /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== ""
    );
  } catch {
    return false;
  }
}, "must be a time zone, as in Europe/Berlin.");

export const Team = z.object({
  id: z.string(),
  name: z.string(),
  image: z.string().nullable(),
  role: TeamRole,
  plan: PlanId,
  members: z.int(),
  createdAt: instant,
  /** In which its periods are written. */
  timeZone: z.string(),
  /** From then on only who has a second factor is let in. */
  requireTwoFactorFrom: instant.nullable(),
});
export type Team = z.output<typeof Team>;

export const getTeam = internalEndpoint({
  id: "team",
  route: "GET /internal/teams/{teamId}",
  summary: "A team",
  role: "member",
  path: team,
  returns: Team,
});

export const updateTeam = internalEndpoint({
  id: "update-team",
  route: "PATCH /internal/teams/{teamId}",
  summary: "Change a team's name, picture or time zone",
  role: "owner",
  path: team,
  body: z.object({
    name: TeamName.optional(),
    image: StorableText.max(limits.avatarLength).nullable().optional(),
    timeZone: TimeZone.optional(),
  }),
  returns: Team,
});

export const deleteTeam = internalEndpoint({
  id: "delete-team",
  route: "DELETE /internal/teams/{teamId}",
  summary: "Delete a team that has no projects left",
  role: "owner",
  path: team,
  returns: Done,
  errors: ["CONFLICT"],
});

export const TeamSecurity = z.object({
  /** From then on only who has a second factor is let in. */
  requireTwoFactorFrom: instant.nullable(),
  /** How long after a sign-in the team is open to it; null for as long as the sign-in is. */
  sessionHours: z.int().min(1).max(limits.teamSessionHoursMax).nullable(),
  /** The methods by which members must have signed in; null if any will do. */
  signInMethods: z.array(SignInMethod).min(1).nullable(),
});
export type TeamSecurity = z.output<typeof TeamSecurity>;

export const getTeamSecurity = internalEndpoint({
  id: "team-security",
  route: "GET /internal/teams/{teamId}/security",
  summary: "Get the sign-in requirements of a team",
  role: "owner",
  path: team,
  returns: TeamSecurity,
});

export const updateTeamSecurity = internalEndpoint({
  id: "update-team-security",
  route: "PATCH /internal/teams/{teamId}/security",
  summary: "Change the sign-in requirements of a team; the caller must meet them",
  role: "owner",
  path: team,
  body: TeamSecurity.partial(),
  returns: TeamSecurity,
  errors: ["CONFLICT"],
});

const kept = z.object({
  events: z.int(),
  requestLogs: z.int(),
  webhookDeliveries: z.int(),
  /** Null: chats are kept until they are deleted. */
  aiChats: z.int().nullable(),
});

/** Days for which data of a team's projects is kept, and the most that its plan allows. */
export const TeamRetentionState = z.object({ days: kept, maximum: kept });
export type TeamRetentionState = z.output<typeof TeamRetentionState>;

export const getTeamRetention = internalEndpoint({
  id: "team-retention",
  route: "GET /internal/teams/{teamId}/retention",
  summary: "Get how long data of a team's projects is kept",
  role: "member",
  path: team,
  returns: TeamRetentionState,
});

export const updateTeamRetention = internalEndpoint({
  id: "update-team-retention",
  route: "PATCH /internal/teams/{teamId}/retention",
  summary: "Change how long data of a team's projects is kept; null for as long as the plan allows",
  role: "owner",
  path: team,
  body: z.object({
    events: TeamRetention.shape.events.nullable(),
    requestLogs: TeamRetention.shape.requestLogs.nullable(),
    webhookDeliveries: TeamRetention.shape.webhookDeliveries.nullable(),
    aiChats: TeamRetention.shape.aiChats.nullable(),
  }),
  returns: TeamRetentionState,
});

export const leaveTeam = internalEndpoint({
  id: "leave-team",
  route: "POST /internal/teams/{teamId}/leave",
  summary: "Leave a team; its last owner cannot",
  role: "member",
  path: team,
  returns: Done,
  errors: ["CONFLICT"],
});

/** A project as its team's list shows it. */
export const ProjectSummary = z.object({
  id: z.string(),
  displayName: z.string(),
  type: ProjectType,
  regionRestriction: RegionRestriction,
  createdAt: instant,
  rooms: z.int(),
  connectedNow: z.int(),
  /** A server did not answer: its connections are not counted. */
  connectedNowIsPartial: z.boolean(),
  activeUsers24h: z.int(),
  lastActivityAt: instant.nullable(),
  /** Active users of each of the last 14 days, oldest first. */
  activeUsersByDay: z.array(z.int()),
  /** When the data of a deleted project is deleted; null otherwise. */
  deletesAt: instant.nullable(),
});
export type ProjectSummary = z.output<typeof ProjectSummary>;

export const listTeamProjects = internalEndpoint({
  id: "team-projects",
  route: "GET /internal/teams/{teamId}/projects",
  summary: "A team's projects",
  role: "member",
  path: team,
  returns: z.array(ProjectSummary),
});

export const TeamMember = z.object({
  userId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.email(),
  image: z.string().nullable(),
  role: TeamRole,
  twoFactorEnabled: z.boolean(),
  joinedAt: instant,
  lastActiveAt: instant.nullable(),
});
export type TeamMember = z.output<typeof TeamMember>;

export const listMembers = internalEndpoint({
  id: "team-members",
  route: "GET /internal/teams/{teamId}/members",
  summary: "A team's members",
  role: "member",
  path: team,
  returns: z.array(TeamMember),
});

const member = z.object({ teamId: z.string(), userId: z.string() });

export const updateMember = internalEndpoint({
  id: "update-member",
  route: "PATCH /internal/teams/{teamId}/members/{userId}",
  summary: "Change a member's role; the last owner keeps theirs",
  role: "owner",
  path: member,
  body: z.object({ role: TeamRole }),
  returns: TeamMember,
  errors: ["CONFLICT"],
});

export const removeMember = internalEndpoint({
  id: "remove-member",
  route: "DELETE /internal/teams/{teamId}/members/{userId}",
  summary: "Remove a member, and the invitations they sent",
  role: "owner",
  path: member,
  returns: Done,
  errors: ["CONFLICT"],
});

export const TeamInvitation = z.object({
  id: z.string(),
  email: z.email(),
  role: TeamRole,
  invitedBy: z.string(),
  createdAt: instant,
  expiresAt: instant,
});
export type TeamInvitation = z.output<typeof TeamInvitation>;

export const listInvitations = internalEndpoint({
  id: "team-invitations",
  route: "GET /internal/teams/{teamId}/invitations",
  summary: "Invitations that wait",
  role: "member",
  path: team,
  returns: z.array(TeamInvitation),
});

export const inviteMembers = internalEndpoint({
  id: "invite-members",
  route: "POST /internal/teams/{teamId}/invitations",
  summary: "Invite people by email",
  role: "owner",
  path: team,
  body: z.object({ emails: z.array(EmailAddress).min(1).max(limits.invitationsAtOnce), role: TeamRole }),
  returns: z.array(
    z.object({
      email: z.email(),
      outcome: z.enum(["invited", "alreadyMember", "alreadyInvited"]),
      /** The link to send by hand; shown to the inviter this once. */
      link: z.url().optional(),
    }),
  ),
});

const invitation = z.object({ teamId: z.string(), invitationId: z.string() });

export const resendInvitation = internalEndpoint({
  id: "resend-invitation",
  route: "POST /internal/teams/{teamId}/invitations/{invitationId}/resend",
  summary: "Send an invitation again, with a new link and seven more days",
  role: "owner",
  path: invitation,
  returns: z.object({ link: z.url() }),
});

export const revokeInvitation = internalEndpoint({
  id: "revoke-invitation",
  route: "DELETE /internal/teams/{teamId}/invitations/{invitationId}",
  summary: "Take an invitation back",
  role: "owner",
  path: invitation,
  returns: Done,
});

const invited = z.object({ invitationId: z.string() });

/** `invitationId` is the secret of the link that was mailed. */
export const getInvitation = internalEndpoint({
  id: "invitation",
  route: "GET /internal/invitations/{invitationId}",
  summary: "The invitation of a link",
  role: "anyone",
  path: invited,
  returns: z.object({
    state: z.enum(["open", "expired", "revoked", "used"]),
    teamName: z.string(),
    /** The team, once the caller is in it. */
    teamId: z.string().nullable(),
    email: z.string(),
    role: TeamRole,
    /** Whether the signed-in account has the invited address. */
    forYou: z.boolean(),
    alreadyMember: z.boolean(),
  }),
});

export const acceptInvitation = internalEndpoint({
  id: "accept-invitation",
  route: "POST /internal/invitations/{invitationId}/accept",
  summary: "Join the team",
  role: "account",
  path: invited,
  returns: z.object({ teamId: z.string() }),
  errors: ["CONFLICT", "FORBIDDEN"],
});

/** Usage of a team in the current period. A maximum of null is no limit. */
export const Usage = z.object({
  plan: PlanId,
  periodStart: instant,
  periodEnd: instant,
  billableUsers: z.int(),
  currentPeriodActiveUsers: z.int(),
  includedMonthlyActiveUsers: z.int().nullable(),
  maximumMonthlyActiveUsers: z.int().nullable(),
  comments: z.object({ currentPeriodValue: z.int(), maximumMonthly: z.int().nullable() }),
  notifications: z.object({ currentPeriodValue: z.int(), maximumMonthly: z.int().nullable() }),
  textEditor: z.object({ totalInBytes: z.int(), maximumInBytes: z.int().nullable() }),
  customApp: z.object({ totalInBytes: z.int(), maximumInBytes: z.int().nullable() }),
  currentPeriodAnonymousConnections: z.int(),
  maximumAnonymousConnections: z.int().nullable(),
  peakRoomConnections: z.int(),
  maxConnectionsPerRoom: z.int().nullable(),
  commentsAttachments: z.object({ totalInBytes: z.int(), maximumInBytes: z.int().nullable() }),
  aiCopilotMessages: z.object({ currentPeriodValue: z.int(), maximumMonthly: z.int().nullable() }),
});
export type Usage = z.output<typeof Usage>;

export const getUsage = internalEndpoint({
  id: "team-usage",
  route: "GET /internal/teams/{teamId}/usage",
  summary: "What a team has used in a period",
  role: "member",
  path: team,
  query: z.object({
    period: z
      .string()
      .regex(/^\d{4}-\d{2}$/, "must be a month, as in 2026-11.")
      .optional()
      .meta({ description: "A month in UTC; the present one by default." }),
  }),
  returns: z.object({
    usage: Usage,
    projects: z.array(
      z.object({
        id: z.string(),
        displayName: z.string(),
        activeUsers: z.int(),
        anonymousConnections: z.int(),
        peakRoomConnections: z.int(),
        textEditorBytes: z.int(),
        customAppBytes: z.int(),
      }),
    ),
    /** Whether people without a name may come into a project of the team. */
    publicAccess: z.boolean(),
    /** The last 12 months, oldest first. */
    history: z.array(z.object({ period: z.string(), activeUsers: z.int() })),
  }),
});

export const AuditEntry = z.object({
  id: z.string(),
  at: instant,
  actor: z.object({ id: z.string(), name: z.string(), email: z.string() }).nullable(),
  /** As in `member.invited`, `key.rolled`, `project.deleted`. */
  action: z.string(),
  target: z.object({ kind: z.string(), id: z.string(), name: z.string().optional() }).nullable(),
  address: z.string().nullable(),
});
export type AuditEntry = z.output<typeof AuditEntry>;

export const getAuditLog = internalEndpoint({
  id: "audit-log",
  route: "GET /internal/teams/{teamId}/audit-log",
  summary: "Who did what, newest first",
  role: "owner",
  path: team,
  query: z.object({
    cursor: z.string().optional(),
    actor: z.string().optional(),
    action: z.string().optional(),
    target: z.string().optional(),
    from: instant.optional().meta({ description: "Done at this instant or later." }),
    to: instant.optional().meta({ description: "Done at this instant or earlier." }),
  }),
  returns: z.object({ data: z.array(AuditEntry), nextCursor: z.string().nullable() }),
});

export const teamEndpoints = [
  getAccountsSummary,
  getTeamsInfo,
  createAccount,
  createProject,
  getTeam,
  updateTeam,
  deleteTeam,
  getTeamSecurity,
  updateTeamSecurity,
  getTeamRetention,
  updateTeamRetention,
  leaveTeam,
  listTeamProjects,
  listMembers,
  updateMember,
  removeMember,
  listInvitations,
  inviteMembers,
  resendInvitation,
  revokeInvitation,
  getInvitation,
  acceptInvitation,
  getUsage,
  getAuditLog,
] as const;
