/** A database as it is found, without a lock and without a change. */
export interface DatabaseReport {
  /** What it is, in one sentence. */
  readonly says: string;
  /** The folder of its file, which may not exist yet; undefined where there is none. */
  readonly folder?: string;
  /** How far its clock is ahead of this machine's; undefined where it has no clock of its own. */
  readonly clockAheadMs?: number;
  /** Whether a pooler hands out its connections; undefined where it has none. */
  readonly isPooled?: boolean;
  /** The standbys of which a commit waits for some, as its server names them; undefined where a commit waits for none. */
  readonly waitsFor?: string;
}
