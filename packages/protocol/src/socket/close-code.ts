/** Close codes of sockets. Official clients stop permanently after 4000 to 4099, and connect again after any other. */
export const CloseCode = {
  /** An unexpected error of the server. */
  unexpected: 1011,
  /** The room is moving, or the server restarts: clients connect again at once. */
  restarting: 1012,
  /** Too slow, too fast, or too many: clients connect again after a pause. */
  tryAgainLater: 1013,
  invalidFrame: 4000,
  forbidden: 4001,
  roomFull: 4005,
  /** The reason is the new id. */
  roomIdChanged: 4006,
  accessChanged: 4100,
  /** Clients ask for a new token, and connect again at once. */
  tokenExpired: 4109,
} as const;
export type CloseCode = (typeof CloseCode)[keyof typeof CloseCode];

/** What a socket that ended without a close frame is closed with (RFC 6455, section 7.4.1). It is never sent. */
export const lostCloseCode = 1006;
