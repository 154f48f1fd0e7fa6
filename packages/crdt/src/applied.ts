import type { RemoteOp, ServerOp } from "@weft/protocol";

/** What became of one op. */
export type Applied =
  /** Echo it in full to its sender, and forward it. The fixes repair the sender's own guess and precede it. */
  | {
      readonly kind: "accepted";
      readonly echo: ServerOp;
      readonly fixes: readonly RemoteOp[];
      /** To others, before the op itself. */
      readonly notices: readonly RemoteOp[];
      readonly changed: boolean;
    }
  /** It meets nothing it could change: acknowledge it without effect. */
  | { readonly kind: "ignored" }
  /** A create of a node that is under this parent already: tell its sender where, as when an op comes again. */
  | { readonly kind: "present" }
  /**
   * It would break a bound, or what it builds on is not here. The reason is a sentence for the developer who reads it in
   * the client's console.
   */
  | { readonly kind: "refused"; readonly reason: string };
