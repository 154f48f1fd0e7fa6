/** Kinds of messages that clients send, by wire code. */
export const ClientMessageType = {
  updatePresence: 100,
  broadcastEvent: 103,
  fetchStorage: 200,
  updateStorage: 201,
  askDecidedOps: 202,
  fetchDocument: 300,
  updateDocument: 301,
  fetchFeeds: 510,
  fetchFeedMessages: 511,
  addFeed: 512,
  updateFeed: 513,
  deleteFeed: 514,
  addFeedMessage: 515,
  updateFeedMessage: 516,
  deleteFeedMessage: 517,
} as const;
export type ClientMessageType = (typeof ClientMessageType)[keyof typeof ClientMessageType];

/** Kinds of messages that the server sends, by wire code. A code may have another meaning than from a client. */
export const ServerMessageType = {
  presenceUpdated: 100,
  userJoined: 101,
  userLeft: 102,
  eventBroadcasted: 103,
  roomState: 104,
  storageState: 200,
  storageUpdated: 201,
  storageChunk: 210,
  storageStreamEnd: 211,
  decidedOps: 212,
  rejectStorageOp: 299,
  documentUpdated: 300,
  threadCreated: 400,
  threadMetadataUpdated: 401,
  commentCreated: 402,
  commentEdited: 403,
  commentDeleted: 404,
  commentReactionAdded: 405,
  commentReactionRemoved: 406,
  threadDeleted: 407,
  threadUpdated: 408,
  commentMetadataUpdated: 409,
  feedList: 500,
  feedsAdded: 501,
  feedsUpdated: 502,
  feedDeleted: 503,
  feedMessageList: 504,
  feedMessagesAdded: 505,
  feedMessagesUpdated: 506,
  feedMessagesDeleted: 507,
  feedRequestFailed: 508,
} as const;
export type ServerMessageType = (typeof ServerMessageType)[keyof typeof ServerMessageType];

/** The actor of events that come from the REST API. */
export const serverActor = -1;
