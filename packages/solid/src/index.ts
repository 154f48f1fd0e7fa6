/** Solid primitives for rooms of Weft. */
export {
  useAddReaction,
  useCreateComment,
  useCreateThread,
  useDeleteComment,
  useDeleteThread,
  useEditComment,
  useEditCommentMetadata,
  useEditThreadMetadata,
  useMarkThreadAsRead,
  useMarkThreadAsResolved,
  useMarkThreadAsUnresolved,
  useRemoveReaction,
  useSubscribeToThread,
  useThreads,
  useUnsubscribeFromThread,
} from "./comments.ts";
export {
  useDeleteAllInboxNotifications,
  useDeleteInboxNotification,
  useInboxNotifications,
  useMarkAllInboxNotificationsAsRead,
  useMarkInboxNotificationAsRead,
  useRoomInfo,
  useUnreadInboxNotificationsCount,
  useUser,
} from "./inbox.ts";
export {
  RoomProvider,
  type RoomScopeProps,
  useClient,
  useRoom,
  WeftProvider,
  type ClientScopeProps,
} from "./providers.ts";
export {
  useBroadcastEvent,
  useEventListener,
  useLostConnectionListener,
  useMyPresence,
  useOther,
  useOthers,
  useOthersConnectionIds,
  useSelf,
  useStatus,
  useUpdateMyPresence,
} from "./presence.ts";
export {
  useCanRedo,
  useCanUndo,
  useHistory,
  useMutation,
  useRedo,
  useStorage,
  useStorageRoot,
  useSyncStatus,
  useUndo,
} from "./storage.ts";
export type { MaybeAccessor } from "./observed-accessor.ts";
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
