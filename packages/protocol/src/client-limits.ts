/** Bounds that clients keep before they send, the same on every server. In a file of their own, so that browsers load them alone. */
export const clientLimits = {
  // frames, and JSON in them
  frameDepth: 64,

  // Storage
  storageDepth: 64,
  /** Ids of ops that one question names. A client with more asks several. */
  opIdsAsked: 10_000,

  // files
  storageFileNameLength: 256,

  // documents
  documentGuidLength: 200,

  // feeds
  /** Ids of feeds and of their messages, in characters. */
  feedIdLength: 256,

  // comments
  commentMetadataValueLength: 4_000,
  attachmentsPerComment: 10,
  emojiLength: 64,

  // chats with copilots
  /** In characters; applications choose the ids of chats. */
  chatIdLength: 256,
  chatTitleLength: 200,
  /** The text of one message of a user, in characters. */
  chatTextLength: 100_000,
} as const;
