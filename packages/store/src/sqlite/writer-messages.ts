import type { Claim } from "../fences.ts";
import type { Answer, Unit } from "../unit.ts";
import type { Purpose } from "../purpose.ts";
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

export type ToWriter =
  | { readonly type: "units"; readonly units: readonly Unit[] }
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
