import { demoProjectId } from "@weft/collab";
import type { Accounts, ApiKeyRecord, Exports, PersonRecords, Rooms, Teams, Told } from "@weft/collab";
import { WeftError } from "@weft/protocol";
import type { Limits, ProjectId, SiteConfig } from "@weft/protocol";
import { createAttempts } from "./attempts.ts";
import type { Mailer, Outbox } from "./mail.ts";
import type { SignIn } from "./sign-in.ts";
import type { SiteServices, Statistics } from "./site-services.ts";

export interface SiteParts {
  readonly publicUrl: string;
  readonly settings: Pick<SiteConfig, "serverVersion" | "serverUrl" | "supportEmail" | "socialLinks"> & {
    readonly signUp: boolean;
    readonly social: SiteConfig["signIn"]["social"];
  };
  readonly limits: Limits;
  readonly signIn: SignIn;
  readonly people: PersonRecords;
  readonly teams: Teams;
  readonly projects: Accounts;
  readonly rooms: Pick<Rooms, "list" | "delete">;
  readonly mailer: Mailer;
  readonly outbox: Pick<Outbox, "list" | "retry">;
  readonly statistics: Statistics;
  readonly now: () => number;
  readonly exports: Exports;
  readonly exportSoon?: () => void;
  /** Sends everybody home who is in a room of a project. */
  readonly sendAway?: (id: ProjectId) => void;
  /** What is to go with a project beside its rooms and keys. */
  readonly onProjectDeleted?: (id: ProjectId) => Promise<void>;
}

const isOpenToAll = ({ kind, active }: ApiKeyRecord) => kind === "public" && active;

/** Joins the parts that the site's routes stand on. */
export function openSite(parts: SiteParts): SiteServices {
  const { limits, mailer, projects, rooms, people, teams, settings } = parts;
  const invitations = createAttempts({ attempts: limits.invitationsPerDay, windowMs: 86_400_000 });
  const publicUrl = parts.publicUrl.replace(/\/$/, "");
  const closeProject = async (id: ProjectId, deletesAt: number, told?: Told) => {
    const closed = await projects.closeProject(id, deletesAt, told);
    parts.sendAway?.(id);
    return closed;
  };
  const clearAway = async (id: ProjectId, told?: Told) => {
    for (;;) {
      const page = await rooms.list(id, { limit: limits.pageSizeMax });
      if (page.rooms.length === 0) break;
      for (const room of page.rooms) await rooms.delete(id, room.id);
    }
    await parts.onProjectDeleted?.(id);
    await projects.deleteProject(id, told);
  };
  return {
    publicUrl,
    signIn: parts.signIn,
    people,
    teams,
    projects,
    mailer,
    outbox: parts.outbox,
    statistics: parts.statistics,
    now: parts.now,
    async config() {
      return {
        serverVersion: settings.serverVersion,
        serverUrl: settings.serverUrl,
        supportEmail: settings.supportEmail,
        limits: {
          teamNameLength: limits.teamNameLength,
          projectNameLength: limits.projectNameLength,
          messageLength: limits.messageLength,
        },
        signIn: { signUp: settings.signUp, passkey: true, social: settings.social, mail: mailer.leaves },
        socialLinks: settings.socialLinks,
        // One node is one region: there is none to choose.
        regions: [],
        demoPublicKey: (await projects.workingKeys(demoProjectId)).find(isOpenToAll)?.key ?? null,
      };
    },
    countInvitations({ person }, count) {
      if (invitations.take(person.id, parts.now(), count) === 0) return;
      throw new WeftError("TOO_MANY_REQUESTS", {
        message: "You have sent as many invitations as one may in a day.",
        suggestion: "Send the others tomorrow.",
      });
    },
    async createTeam(actor, name) {
      const team = await teams.create(actor, name);
      const owns = (await people.firstPerson()) === actor.person.id;
      const told: Told = ({ id, name: demo }) => [
        teams.entry(team.id, actor, "project.created", { kind: "project", id, name: demo }),
      ];
      if (owns) await projects.giveToTeam(demoProjectId, team.id, told);
      return team;
    },
    exports: parts.exports,
    exportSoon: () => parts.exportSoon?.(),
    async deleteProject(id, told) {
      // Closed first: nobody makes a room in what is being cleared away, and from here on it goes, whoever has to end it.
      await closeProject(id, parts.now(), told);
      await clearAway(id);
    },
    closeProject: (id, told) => closeProject(id, parts.now() + limits.projectGraceMs, told),
    async deleteDueProjects(signal) {
      const failures: unknown[] = [];
      for (const { id, team, deletesAt } of await projects.projects()) {
        if (signal.aborted) break;
        if (deletesAt === undefined || deletesAt > parts.now()) continue;
        const told: Told = ({ name }) =>
          team === undefined ? [] : [teams.entry(team, undefined, "project.deleted", { kind: "project", id, name })];
        await clearAway(id, told).catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures);
    },
  };
}
