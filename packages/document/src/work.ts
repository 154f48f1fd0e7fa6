import type { Limits } from "@weft/protocol";
import type { ClientClaim } from "./client-claims.ts";
import type { DocumentDiff, JsonQuestion, QuarantinedRow, UpdateRefusal, UpdateSender } from "@weft/room/ports";

// Messages between the main thread and a worker. Many small byte arrays travel as one: a clone or a transfer costs more
// than copying most updates.

export interface WorkerSettings {
  readonly limits: Limits;
  /** The running call and its step. The main thread reads it even when the worker never answers. */
  readonly progress: Int32Array;
}
export const callCell = 0;
export const stepCell = 1;

/** To the worker: calls in order, and the bytes that they refer to, in order. */
export interface WorkMessage {
  readonly calls: readonly WorkCall[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}
export interface WorkCall {
  /** Positive; ascending. */
  readonly number: number;
  readonly work: Work;
}

/** Bytes of this many pieces follow in the message, of these lengths. */
type Lengths = readonly number[];
export type Work =
  | {
      readonly type: "open";
      readonly document: number;
      readonly rows: readonly { readonly id: number; readonly v2: boolean }[];
      readonly claims: readonly ClientClaim[];
      /** A worker was lost, and it is not known which row was the cause. */
      readonly careful: boolean;
      readonly lengths: Lengths;
    }
  | {
      readonly type: "apply";
      readonly document: number;
      /**
       * Of each update: whether it is V2, and which of the writers sent it, or -1. Objects would cost more than
       * updates.
       */
      readonly v2: readonly boolean[];
      readonly from: readonly number[];
      readonly writers: readonly UpdateSender[];
      readonly lengths: Lengths;
    }
  | {
      readonly type: "diff";
      readonly document: number;
      readonly v2: boolean;
      readonly inPieces: boolean;
      readonly lengths: Lengths;
    }
  | { readonly type: "hash"; readonly document: number; readonly v2: boolean }
  | { readonly type: "json"; readonly document: number; readonly question: JsonQuestion }
  /** Of an earlier state, and of the present one. */
  | { readonly type: "restore"; readonly lengths: Lengths }
  | { readonly type: "refersTo"; readonly document: number; readonly guid: string }
  | { readonly type: "compact"; readonly document: number }
  | { readonly type: "release"; readonly document: number; readonly actor: number }
  | { readonly type: "close"; readonly document: number };

export interface AnswerMessage {
  readonly answers: readonly { readonly number: number; readonly answer: WorkAnswer }[];
}
export type WorkAnswer =
  | {
      readonly kind: "opened";
      readonly quarantined: readonly QuarantinedRow[];
      /** CPU time. */
      readonly tookMs: number;
    }
  | {
      readonly kind: "applied";
      /** Of the updates in turn; fewer than those mean that the document was given up after the last. */
      readonly outcomes: readonly AppliedUpdate[];
      readonly givenUp: boolean;
      readonly hashes: { readonly v1?: string; readonly v2?: string };
    }
  | DocumentDiff
  | { readonly kind: "hash"; readonly hash: string }
  | { readonly kind: "json"; readonly text: Uint8Array }
  | { readonly kind: "reference"; readonly exists: boolean }
  | { readonly kind: "merged"; readonly state: Uint8Array }
  | { readonly kind: "restoring"; readonly update: Uint8Array | undefined }
  | { readonly kind: "done" }
  /** The main thread does not hold the document, or no longer: a worker is to do it. */
  | { readonly kind: "declined" }
  | { readonly kind: "failed"; readonly cause: "malformed" | "broken"; readonly reason: string };

/** An accepted update with its claims and its applied part. A string where that says everything, as it mostly does. */
export type AppliedUpdate =
  | "accepted"
  | "unchanged"
  | { readonly kind: "accepted"; readonly claimed: readonly ClientClaim[]; readonly rest?: Uint8Array }
  | { readonly kind: "refused"; readonly cause: UpdateRefusal; readonly reason: string };
