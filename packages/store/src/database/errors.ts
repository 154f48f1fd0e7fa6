// Not from the index: the threads of the database load this file, and none of the schemas.
import { WeftError } from "@weft/protocol/errors";

/**
 * The store will not open: what is on disk, or the machine, is not what it must be. The message is one sentence for
 * the server's operator.
 */
export class StoreRefused extends Error {
  override name = "StoreRefused";
}

/**
 * A text with U+0000, which not every database can hold. Nothing was read or written. The edges refuse such texts with
 * errors of their own; callers get this one if such a text reaches the store all the same.
 */
export class UnstorableText extends WeftError {
  override name = "UnstorableText";
  constructor() {
    super("UNPROCESSABLE_ENTITY", {
      message: "A text contains U+0000, which cannot be stored.",
      suggestion: "Remove the character.",
    });
  }
}

/**
 * The disk did not take the write, or did not answer. Nothing of it was acknowledged; it may be on disk only if the
 * writer died while committing. The store recovers by itself: a later call may succeed (R24).
 */
export class StoreUnavailable extends Error {
  override name = "StoreUnavailable";
}
