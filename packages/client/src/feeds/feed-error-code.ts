/** Codes of feed requests that failed, beside those of this client: `TIMEOUT` and `CONNECTION_LOST`. */
export const FeedRequestErrorCode = {
  INTERNAL: "INTERNAL",
  FEED_ALREADY_EXISTS: "FEED_ALREADY_EXISTS",
  FEED_NOT_FOUND: "FEED_NOT_FOUND",
  FEED_MESSAGE_NOT_FOUND: "FEED_MESSAGE_NOT_FOUND",
} as const;
/** The code of a request about feeds that failed. */
export type FeedRequestError = (typeof FeedRequestErrorCode)[keyof typeof FeedRequestErrorCode];
