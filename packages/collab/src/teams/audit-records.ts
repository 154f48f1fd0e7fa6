/** Who did what in a team. */
export interface AuditRecord {
  readonly team: string;
  readonly id: string;
  readonly at: number;
  /** As they were then; undefined for what the server did by itself. A management token has no email address. */
  readonly actor?: { readonly id: string; readonly name: string; readonly email: string };
  /** As in `member.invited`. */
  readonly action: string;
  readonly target?: { readonly kind: string; readonly id: string; readonly name?: string };
  /** The address from which it was done. */
  readonly address?: string;
}

export interface AuditFilter {
  readonly limit: number;
  /** Further back than this entry. */
  readonly before?: { readonly at: number; readonly id: string };
  /** An account's id or email address. */
  readonly actor?: string;
  /** An action, or the beginning of one: `key.`. */
  readonly action?: string;
  /** The id of what it was done to. */
  readonly target?: string;
  /** At this instant or later. */
  readonly from?: number;
  /** At this instant or earlier. */
  readonly to?: number;
}

/** Where the audit log is kept. Entries are only ever added. */
export interface AuditRecords {
  add(entry: AuditRecord): Promise<void>;
  /** Newest first. */
  list(team: string, filter: AuditFilter): Promise<readonly AuditRecord[]>;
}
