import { demoProjectId } from "@weft/collab";
import type {
  Projects,
  ApiKeyRecord,
  EffectsOf,
  Exports,
  PersonRecords,
  Rooms,
  SigningKeys,
  Teams,
} from "@weft/collab";
import { WeftError } from "@weft/protocol";
import type { Limits, ProjectId, SiteConfig } from "@weft/protocol";
import { createAttempts } from "./attempts.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { SignIn } from "./sign-in.ts";
import type { LimitedProjectCall, SiteServices, Statistics } from "./site-services.ts";

export interface SiteParts {
  readonly publicUrl: string;
  readonly foreignCalls: SiteServices["foreignCalls"];
  readonly settings: Pick<
    SiteConfig,
    "serverVersion" | "siteBuild" | "serverUrl" | "supportEmail" | "repositoryUrl" | "socialLinks" | "regions"
  > & {
    readonly signUp: boolean;
    readonly social: SiteConfig["signIn"]["social"];
  };
  readonly limits: Limits;
  readonly signIn: SignIn;
  readonly people: PersonRecords;
  readonly teams: Teams;
  readonly projects: Projects;
  readonly rooms: Pick<Rooms, "list" | "delete">;
  readonly mailer: Mailer;
  readonly jobs: SiteServices["jobs"];
  readonly statistics: Statistics;
  readonly signals: SiteServices["signals"];
  readonly now: () => number;
  readonly exports: Exports;
  /** Disconnects every client from the rooms of a project. */
  readonly disconnectAll?: (id: ProjectId) => void;
  readonly signingKeys: Pick<SigningKeys, "rotate">;
  /** Deletes what belongs to a project beside its rooms and keys. */
  readonly onProjectDeleted?: (id: ProjectId) => Promise<void>;
}

const tooMany = {
  keyTest: "This project has tested too many keys in the last minute. Try again in a minute.",
  reindex: "This project has re-indexed too many sources in the last hour. Try again later.",
} as const satisfies Record<LimitedProjectCall, string>;
const isOpenToAll = ({ kind, active }: ApiKeyRecord) => kind === "public" && active;

/** Joins the parts that the site's routes depend on. */
export function createSite(parts: SiteParts): SiteServices {
  const { limits, mailer, projects, rooms, people, teams, settings, signals, now } = parts;
  const perDay = { attempts: limits.invitationsPerDay, windowMs: 86_400_000 };
  const invitations = createAttempts(perDay, { limit: "invitations", signals, now });
  const perProject = {
    keyTest: createAttempts(
      { attempts: limits.copilotKeyTestsPerMinute, windowMs: 60_000 },
      { limit: "key tests", signals, now },
    ),
    reindex: createAttempts(
      { attempts: limits.knowledgeReindexesPerHour, windowMs: 3_600_000 },
      { limit: "reindexes", signals, now },
    ),
  };
  const publicUrl = parts.publicUrl.replace(/\/$/, "");
  const closeProject = async (id: ProjectId, deletesAt: number, effects?: EffectsOf) => {
    const closed = await projects.closeProject(id, deletesAt, effects);
    parts.disconnectAll?.(id);
    return closed;
  };
  const clearAway = async (id: ProjectId, effects?: EffectsOf) => {
    for (;;) {
      const page = await rooms.list(id, { limit: limits.pageSizeMax });
      if (page.rooms.length === 0) break;
      for (const room of page.rooms) await rooms.delete(id, room.id);
    }
    await parts.onProjectDeleted?.(id);
    await projects.deleteProject(id, effects);
  };
  const deleteProject = async (id: ProjectId, effects?: EffectsOf) => {
    // Closed first: no client can create a room in a project that is being deleted, and a sweep finishes after a
    // crash.
    await closeProject(id, parts.now(), effects);
    await clearAway(id);
  };
  const closeForGrace = (id: ProjectId, effects?: EffectsOf) =>
    closeProject(id, parts.now() + limits.projectGraceMs, effects);
  return {
    publicUrl,
    foreignCalls: parts.foreignCalls,
    signIn: parts.signIn,
    people,
    teams,
    projects,
    mailer,
    jobs: parts.jobs,
    statistics: parts.statistics,
    signals,
    now: parts.now,
    async config() {
      return {
        serverVersion: settings.serverVersion,
        siteBuild: settings.siteBuild,
        serverUrl: settings.serverUrl,
        supportEmail: settings.supportEmail,
        limits: {
          teamNameLength: limits.teamNameLength,
          projectNameLength: limits.projectNameLength,
          messageLength: limits.messageLength,
          secretKeysPerProject: limits.secretKeysPerProject,
          accessEntries: limits.accessEntries,
        },
        signIn: { signUp: settings.signUp, passkey: true, social: settings.social, mail: mailer.leaves },
        socialLinks: settings.socialLinks,
        repositoryUrl: settings.repositoryUrl,
        regions: settings.regions,
        demoPublicKey: (await projects.workingKeys(demoProjectId)).find(isOpenToAll)?.key ?? null,
      };
    },
    countInvitations({ person }, count) {
      if (invitations.take(person.id, parts.now(), count) === 0) return;
      throw new WeftError("TOO_MANY_REQUESTS", {
        message: "You have reached the daily limit of invitations.",
        suggestion: "Send the remaining ones tomorrow.",
      });
    },
    countProjectCall(project, what) {
      if (perProject[what].take(project, parts.now()) > 0)
        throw new WeftError("TOO_MANY_REQUESTS", { message: tooMany[what] });
    },
    async createTeam(actor, name) {
      const team = await teams.create(actor, name);
      const owns = (await people.firstPerson()) === actor.person.id;
      const effects: EffectsOf = ({ id, name: demo }) => ({
        audit: [teams.entry(team.id, actor, "project.created", { kind: "project", id, name: demo })],
      });
      if (owns) await projects.giveToTeam(demoProjectId, team.id, effects);
      return team;
    },
    exports: parts.exports,
    deleteProject,
    async revokeTokens(id, effects) {
      // From here on no token is valid, even if a later step fails.
      await projects.revokeTokens(id, effects);
      // A leaked signing key could still issue tokens.
      await parts.signingKeys.rotate(id, parts.now(), { dropOld: true });
      parts.disconnectAll?.(id);
    },
    closeProject: closeForGrace,
    async removeProject({ id, type }, effects) {
      // A mistake must not delete a production project at once.
      if (type === "prod") await closeForGrace(id, effects("project.closed"));
      else await deleteProject(id, effects("project.deleted"));
    },
    async deleteDueProjects(signal) {
      const failures: unknown[] = [];
      for (const { id, team, deletesAt } of await projects.all()) {
        if (signal.aborted) break;
        if (deletesAt === undefined || deletesAt > parts.now()) continue;
        const effects: EffectsOf = ({ name }) =>
          team === undefined
            ? {}
            : { audit: [teams.entry(team, undefined, "project.deleted", { kind: "project", id, name })] };
        await clearAway(id, effects).catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures);
    },
  };
}
