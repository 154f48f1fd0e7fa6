import type { StaffMessage } from "@weft/protocol";
import type { Effects } from "../effects.ts";

export type MessageKind = StaffMessage["kind"];

/** A message to support or sales, or feedback. */
export interface MessageRecord {
  readonly id: string;
  readonly at: number;
  readonly kind: MessageKind;
  readonly name: string;
  readonly email: string;
  readonly message: string;
  readonly route: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly state: "open" | "done";
  readonly mailed: boolean;
}

export interface MessageFilter {
  readonly kind?: MessageKind;
  readonly state?: MessageRecord["state"];
}

/** Where messages are kept. Writes are durable when they answer; lists run from the newest to the oldest. */
export interface MessageRecords {
  insert(message: MessageRecord, effects?: Effects): Promise<void>;
  list(
    filter: MessageFilter,
    page: { readonly limit: number; readonly after?: { readonly at: number; readonly id: string } },
  ): Promise<readonly MessageRecord[]>;
  /** As it is afterwards; undefined when there is none. */
  update(id: string, change: Partial<Pick<MessageRecord, "state" | "mailed">>): Promise<MessageRecord | undefined>;
}
