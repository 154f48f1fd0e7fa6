import type { RemoteOp, ServerOp } from "@weft/protocol/types";

/** The outcome of one op. */
export type Applied =
  /** Echo it in full to its sender, and forward it. Fixes of the sender's optimistic state precede the echo. */
  | {
      readonly kind: "accepted";
      readonly echo: ServerOp;
      readonly fixes: readonly RemoteOp[];
      /** To others, before the op itself. */
      readonly notices: readonly RemoteOp[];
      readonly changed: boolean;
    }
  /** There is nothing to change: acknowledge it without effect. */
  | { readonly kind: "ignored" }
  /** A create of a node that already exists under this parent: send its place, as for a replayed op. */
  | { readonly kind: "present" }
  /**
   * It would exceed a bound, or a node that it refers to does not exist. The reason is a sentence for developers, shown
   * in the client's console.
   */
  | { readonly kind: "refused"; readonly reason: string };
