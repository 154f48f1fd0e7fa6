import { z } from "zod";

/** The first protocol version of a message, and its purpose: one line of the protocol reference. */
export interface MessageNotes {
  /** The oldest protocol version that knows it. */
  readonly since: number;
  readonly doc: string;
}

/** Declares a message: its wire code, its fields beside `type`, and its line in the reference. */
export function message<T extends number, S extends z.ZodRawShape>(type: T, shape: S, notes: MessageNotes) {
  return z.object({ type: z.literal(type), ...shape }).meta({ description: notes.doc, since: notes.since });
}
