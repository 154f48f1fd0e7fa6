import type { WebhookOutcome, WebhookRecords } from "@weft/collab";

/** Writes outcomes in groups: those that come while a group is written make the next one. */
export interface OutcomeWriter {
  /** Resolves when the outcome is stored. Rejects when its group was refused: the message is attempted again then. */
  write(outcome: WebhookOutcome): Promise<void>;
}

export function createOutcomeWriter(records: Pick<WebhookRecords, "settle">): OutcomeWriter {
  let group: WebhookOutcome[] = [];
  let next: Promise<void> | undefined;
  let writing: Promise<void> = Promise.resolve();
  return {
    write(outcome) {
      group.push(outcome);
      next ??= writing.then(() => {
        const written = records.settle(group);
        group = [];
        next = undefined;
        writing = written.catch(() => {});
        return written;
      });
      return next;
    },
  };
}
