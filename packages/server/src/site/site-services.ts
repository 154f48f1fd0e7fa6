import type { Accounts, Actor, Exports, PersonRecords, ProjectRecord, TeamRecord, Teams, Told } from "@weft/collab";
import type { ProjectId, SiteConfig } from "@weft/protocol";
import type { Mailer, Outbox } from "./mail.ts";
import type { SignIn } from "./sign-in.ts";

/** What the routes of the site ask of the rest of the server. */
export interface SiteServices {
  /** Without an ending slash. */
  readonly publicUrl: string;
  config(): Promise<SiteConfig>;
  readonly signIn: SignIn;
  readonly people: PersonRecords;
  readonly teams: Teams;
  /** Projects and their keys. */
  readonly projects: Accounts;
  readonly mailer: Mailer;
  /** What of the mails waits, or could not leave. */
  readonly outbox: Pick<Outbox, "list" | "retry">;
  readonly statistics: Statistics;
  readonly now: () => number;
  /** Holds an account to so many invitations a day: each is a mail to a stranger. TOO_MANY_REQUESTS. */
  countInvitations(actor: Actor, count: number): void;
  /** Makes a team; the first one that whoever owns the server makes gets the demo project. */
  createTeam(actor: Actor, name: string): Promise<TeamRecord>;
  readonly exports: Exports;
  /** Has exports made that wait. */
  readonly exportSoon: () => void;
  /** Deletes a project with everything in it, and sends everybody home. What a crash cuts short goes on at the next start. */
  deleteProject(id: ProjectId, told?: Told): Promise<void>;
  /** Closes a project, to be deleted when its time of grace is over, and sends everybody home. */
  closeProject(id: ProjectId, told?: Told): Promise<ProjectRecord>;
  /** Deletes the projects whose time is over. */
  deleteDueProjects(signal: AbortSignal): Promise<void>;
}

/** Numbers of a project as lists show them. */
export interface ProjectStatistics {
  readonly rooms: number;
  readonly connectedNow: number;
  readonly activeUsers24h: number;
  readonly lastActivityAt: number | undefined;
  /** Of each of the last 14 days, oldest first. */
  readonly activeUsersByDay: readonly number[];
}

/** Where these numbers come from. A project that nothing is known of is left out. */
export interface Statistics {
  statistics(projects: readonly ProjectId[]): Promise<ReadonlyMap<ProjectId, ProjectStatistics>>;
}
