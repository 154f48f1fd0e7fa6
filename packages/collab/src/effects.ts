import type { DomainEvent } from "@weft/protocol";
import type { JobClaim, NewJob } from "./jobs/new-job.ts";
import type { AuditRecord } from "./teams/audit-records.ts";

/**
 * What is written in the same transaction as a change. Either the change and all of its effects are durable afterwards, or
 * none of them is.
 */
export interface Effects {
  /** Entries of the audit logs of teams. */
  readonly audit?: readonly AuditRecord[];
  /** Work to be done because of the change, such as emails. */
  readonly jobs?: readonly NewJob[];
  /** What readers of the outbox receive of the change: see `OutboxRecords`. */
  readonly events?: readonly DomainEvent[];
  /** Nothing is written unless this claim still holds its job. */
  readonly holding?: JobClaim;
  /**
   * Moves a reader of the outbox past the event `seq`. With `first`, the first event that was read, nothing is written if
   * the reader is past that one already: another process has read the same events.
   */
  readonly advance?: { readonly reader: string; readonly seq: number; readonly first?: number };
}

/** The effects of a change to a project or a key, once it is known which. */
export type EffectsOf = (target: { readonly id: string; readonly name: string }) => Effects;

/** The effects of several changes that are written at once. */
export function bothEffects(one: Effects, other: Effects): Effects {
  return {
    ...one,
    ...other,
    audit: [...(one.audit ?? []), ...(other.audit ?? [])],
    jobs: [...(one.jobs ?? []), ...(other.jobs ?? [])],
    events: [...(one.events ?? []), ...(other.events ?? [])],
  };
}
