import type { Claim } from "../database/fences.ts";
import type { Answer, Unit } from "../database/unit.ts";
import type { Purpose } from "../database/purpose.ts";
import type { CapturedLog } from "./data-file.ts";

export interface WriterSettings {
  readonly path: string;
  /** See {@link StoreOptions.check}. */
  readonly check: "auto" | "always" | "never";
  readonly purpose: Purpose;
  /** False in a writer that takes the place of one that died: the database was prepared already. */
  readonly prepare: boolean;
  /** Claims under which a commit was lost with the writer before this one. */
  readonly fenced: readonly Claim[];
}

/** A commit of many nodes: they were sent ahead under this number. */
export type SentUnit = Unit & { readonly ahead?: number };

export type ToWriter =
  | { readonly type: "units"; readonly units: readonly SentUnit[] }
  /** Some of the nodes of a commit that follows. */
  | { readonly type: "puts"; readonly ahead: number; readonly puts: readonly string[] }
  | { readonly type: "truncateLog" }
  | { readonly type: "capture" }
  | { readonly type: "close" };

export type FromWriter =
  | { readonly type: "ready" }
  | { readonly type: "refused"; readonly message: string }
  | {
      readonly type: "flushed";
      readonly answers: readonly Answer[];
      readonly nodes: number;
      readonly durationMs: number;
      readonly full: boolean;
    }
  /** The disk has space again. */
  | { readonly type: "space" }
  | { readonly type: "truncated"; readonly error: string | undefined }
  | { readonly type: "captured"; readonly captured: CapturedLog | undefined; readonly error: string | undefined }
  | { readonly type: "closed" };
