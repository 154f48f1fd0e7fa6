/**
 * The store will not open: what is on disk, or the machine, is not what it must be. The message is one sentence for
 * whoever operates the server.
 */
export class StoreRefused extends Error {
  override name = "StoreRefused";
}

/**
 * The disk did not take the write, or did not answer. Nothing of it was acknowledged; it may be on disk only if the
 * writer died while committing. The store recovers by itself: a later call may succeed (R24).
 */
export class StoreUnavailable extends Error {
  override name = "StoreUnavailable";
}
