/** Svelte stores for rooms of Weft. */
export {
  commentEdits,
  inboxEdits,
  inboxNotifications,
  roomInfo,
  threads,
  unreadInboxNotificationsCount,
  userInfo,
} from "./comments.ts";
export { getClient, getRoom, setClientContext, setRoomContext } from "./contexts.ts";
export {
  broadcastEvent,
  myPresence,
  onLostConnection,
  onRoomEvent,
  other,
  others,
  othersConnectionIds,
  self,
  status,
  updateMyPresence,
} from "./presence.ts";
export { canRedo, canUndo, history, mutation, storage, storageRoot, syncStatus } from "./storage.ts";
export type { ReadableStore, WritableStore } from "./stores.ts";
export type {
  CommentEdits,
  CommentPlace,
  CommentRevision,
  CommentToCreate,
  HistoryControls,
  InboxEdits,
  LoadState,
  MutationScope,
  Mutator,
  PagedState,
  PresenceSetter,
  ThreadToCreate,
} from "@weft/client/framework";
