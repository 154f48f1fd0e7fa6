import { demoProjectId } from "@weft/collab";
import type { Accounts, ApiKeyRecord, PersonRecords, Rooms, Teams } from "@weft/collab";
import { WeftError } from "@weft/protocol";
import type { Limits, ProjectId, SiteConfig } from "@weft/protocol";
import { createAttempts } from "./attempts.ts";
import type { Mailer } from "./mail.ts";
import type { SignIn } from "./sign-in.ts";
import type { SiteServices, Statistics } from "./site-services.ts";

export interface SiteParts {
  readonly publicUrl: string;
  readonly settings: Pick<SiteConfig, "serverVersion" | "supportEmail" | "socialLinks"> & {
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
  readonly statistics: Statistics;
  readonly now: () => number;
  /** What is to go with a project beside its rooms and keys. */
  readonly onProjectDeleted?: (id: ProjectId) => Promise<void>;
}

const isOpenToAll = ({ kind, active }: ApiKeyRecord) => kind === "public" && active;

/** Joins the parts that the site's routes stand on. */
export function openSite(parts: SiteParts): SiteServices {
  const { limits, mailer, projects, rooms, people, teams, settings } = parts;
  const invitations = createAttempts({ attempts: limits.invitationsPerDay, windowMs: 86_400_000 });
  const publicUrl = parts.publicUrl.replace(/\/$/, "");
  return {
    publicUrl,
    signIn: parts.signIn,
    people,
    teams,
    projects,
    mailer,
    statistics: parts.statistics,
    now: parts.now,
    async config() {
      return {
        serverVersion: settings.serverVersion,
        serverUrl: publicUrl,
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
      if (owns && (await projects.giveToTeam(demoProjectId, team.id)))
        await teams.note(team.id, actor, "project.created", { kind: "project", id: demoProjectId, name: "Demo" });
      return team;
    },
    async deleteProject(id) {
      // Keys first: nobody makes a room in what is being cleared away.
      await projects.endKeys(id);
      for (;;) {
        const page = await rooms.list(id, { limit: limits.pageSizeMax });
        if (page.rooms.length === 0) break;
        for (const room of page.rooms) await rooms.delete(id, room.id);
      }
      await parts.onProjectDeleted?.(id);
      await projects.deleteProject(id);
    },
  };
}
