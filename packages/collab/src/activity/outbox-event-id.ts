/** The id of an event of the log that was read from the outbox: the same however often it is read. */
export function outboxEventId(seq: number): string {
  return `ev_${seq.toString(36).padStart(8, "0")}${mark}`;
}

/** Where in the outbox an event of the log was; undefined for the id of an event of the activity writer. */
export function outboxSeqOf(id: string): number | undefined {
  const digits = /^ev_([\da-z]+)outbox$/.exec(id)?.[1];
  if (digits === undefined) return undefined;
  const seq = Number.parseInt(digits, 36);
  return Number.isSafeInteger(seq) ? seq : undefined;
}

/** No id of an event of the activity writer ends with it. */
const mark = "outbox";
