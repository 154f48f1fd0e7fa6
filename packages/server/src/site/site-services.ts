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
  Signals,
} from "@weft/collab";
import type { ProjectId, SiteConfig } from "@weft/protocol";
import type { Mailer } from "../mail/mailer.ts";
import type { ForeignCalls } from "./same-origin.ts";
import type { SignIn } from "./sign-in.ts";

/** The interface between the site's routes and the rest of the server. */
export interface SiteServices {
  /** Without an ending slash. */
  readonly publicUrl: string;
  readonly foreignCalls: ForeignCalls;
  config(): Promise<SiteConfig>;
  readonly signIn: SignIn;
  readonly people: PersonRecords;
  readonly teams: Teams;
  /** Projects and their keys. */
  readonly projects: Projects;
  readonly mailer: Mailer;
  /** The background jobs. */
  readonly jobs: Pick<JobRecords, "find" | "list" | "retry">;
  readonly statistics: Statistics;
  readonly signals: Signals;
  readonly now: () => number;
  /** Limits an account's invitations per day: each is a mail to a stranger. TOO_MANY_REQUESTS. */
  countInvitations(actor: Actor, count: number): void;
  /** Limits what members of a project may have the server request from others. TOO_MANY_REQUESTS. */
  countProjectCall(project: ProjectId, what: LimitedProjectCall): void;
  /** Creates a team; the first team of the server's owner gets the demo project. */
  createTeam(actor: Actor, name: string): Promise<TeamRecord>;
  readonly exports: Exports;
  /** Deletes a project with its contents and closes its connections. After a crash, a sweep continues the deletion. */
  deleteProject(id: ProjectId, effects?: EffectsOf): Promise<void>;
  /** Revokes all tokens of a project issued so far and closes its connections: clients reconnect with new tokens. */
  revokeTokens(id: ProjectId, effects?: EffectsOf): Promise<void>;
  /** Closes a project, to be deleted after its grace period, and closes its connections. */
  closeProject(id: ProjectId, effects?: EffectsOf): Promise<ProjectRecord>;
  /**
   * Deletes a project as its team's owners do: a development project at once, and a production project after its grace
   * period. `effects`: those of the action that this is in the audit log.
   */
  removeProject(project: ProjectRecord, effects: (action: string) => EffectsOf): Promise<void>;
  /** Deletes the projects whose grace period is over. */
  deleteDueProjects(signal: AbortSignal): Promise<void>;
}

/** Tests of provider keys, and knowledge sources that are read again. */
export type LimitedProjectCall = "keyTest" | "reindex";

/** The numbers of projects as lists show them. A project without any activity is left out. */
export interface Statistics {
  statistics(projects: readonly ProjectId[]): Promise<ReadonlyMap<ProjectId, ProjectStatistics>>;
}
