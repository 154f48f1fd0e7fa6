import type { ProjectId } from "@weft/protocol";

/** What goes on this moment. */
export interface LiveActivity {
  /** Who is connected, in the order of the projects. */
  connected(projects: readonly ProjectId[]): Promise<readonly ConnectedToProject[]>;
  /** Writes what waits to be written; when that fails, it continues to wait. */
  settle(): Promise<void>;
}

export interface ConnectedToProject {
  /** Count of open connections. */
  readonly connections: number;
  /** Ids of the users, each once. */
  readonly users: readonly string[];
  /** Whether all servers were counted. */
  readonly isComplete: boolean;
}
