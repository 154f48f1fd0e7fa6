import type {
  Projects,
  Actor,
  EffectsOf,
  Exports,
  JobRecords,
  PersonRecords,
  ProjectRecord,
  TeamRecord,
  Teams,
  ProjectStatistics,
} from "@weft/collab";
import type { ProjectId, SiteConfig } from "@weft/protocol";
import type { Mailer } from "../mail/mailer.ts";
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
  readonly projects: Projects;
  readonly mailer: Mailer;
  /** What is done in the background. */
  readonly jobs: Pick<JobRecords, "find" | "list" | "retry">;
  readonly statistics: Statistics;
  readonly now: () => number;
  /** Holds an account to so many invitations a day: each is a mail to a stranger. TOO_MANY_REQUESTS. */
  countInvitations(actor: Actor, count: number): void;
  /** Makes a team; the first one that whoever owns the server makes gets the demo project. */
  createTeam(actor: Actor, name: string): Promise<TeamRecord>;
  readonly exports: Exports;
  /** Deletes a project with everything in it, and sends everybody home. What a crash cuts short goes on at the next start. */
  deleteProject(id: ProjectId, effects?: EffectsOf): Promise<void>;
  /** Ends every token of a project issued so far, and every connection: clients come back with new tokens. */
  revokeTokens(id: ProjectId, effects?: EffectsOf): Promise<void>;
  /** Closes a project, to be deleted when its time of grace is over, and sends everybody home. */
  closeProject(id: ProjectId, effects?: EffectsOf): Promise<ProjectRecord>;
  /** Deletes the projects whose time is over. */
  deleteDueProjects(signal: AbortSignal): Promise<void>;
}

/** The numbers of projects as lists show them. A project without any activity is left out. */
export interface Statistics {
  statistics(projects: readonly ProjectId[]): Promise<ReadonlyMap<ProjectId, ProjectStatistics>>;
}
