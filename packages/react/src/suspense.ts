"use client";
/** React hooks of Weft that suspend until the room is ready. Providers and names are those of `@weft/react`. */
import { RoomContext as AnyRoomContext } from "./contexts.ts";
import { roomHooks } from "./create-hooks.ts";
import { clientHooks } from "./hooks/client.ts";
import type { ClientHooks, SuspendingRoomHooks } from "./hooks/hook-types.ts";
import { SharedRoomProvider } from "./shared-provider.ts";

export { ClientSideSuspense, type ClientSideSuspenseProps } from "./client-side-suspense.ts";
export { WeftProvider as LiveblocksProvider, WeftProvider, type WeftProviderProps } from "./client-provider.ts";
export { ClientContext } from "./contexts.ts";
export type {
  RegisterAiKnowledgeProps,
  RegisterAiToolProps,
  SendAiMessageOptions,
  UseSendAiMessageOptions,
} from "./hooks/chat-hook-types.ts";
export type { UseThreadsOptions } from "./hooks/collaboration-hook-types.ts";
export type { HistoryControls } from "@weft/client/framework";
export type { LatestWriteStatus, MutationContext, SyncStatusOptions } from "./hooks/hook-types.ts";
export type { RoomProviderProps } from "./room-provider.ts";
export { isNotificationChannelEnabled, shallow } from "@weft/client";
export type { ChatStatus as AiChatStatus, Json, JsonObject } from "@weft/client";

const hooks = roomHooks(AnyRoomContext, SharedRoomProvider, true) as unknown as SuspendingRoomHooks;
const ofClient = clientHooks(true) as unknown as ClientHooks<true>;

// One by one, as bundlers of server components read the names. With their types, as those that are inferred would be published as
// they are here, where no application declares its own.
export const RoomContext: SuspendingRoomHooks["RoomContext"] = hooks.RoomContext;
export const RoomProvider: SuspendingRoomHooks["RoomProvider"] = hooks.RoomProvider;
export const useRoom: SuspendingRoomHooks["useRoom"] = hooks.useRoom;
export const useIsInsideRoom: SuspendingRoomHooks["useIsInsideRoom"] = hooks.useIsInsideRoom;
export const useStatus: SuspendingRoomHooks["useStatus"] = hooks.useStatus;
export const useBroadcastEvent: SuspendingRoomHooks["useBroadcastEvent"] = hooks.useBroadcastEvent;
export const useEventListener: SuspendingRoomHooks["useEventListener"] = hooks.useEventListener;
export const useLostConnectionListener: SuspendingRoomHooks["useLostConnectionListener"] =
  hooks.useLostConnectionListener;
export const useOthersListener: SuspendingRoomHooks["useOthersListener"] = hooks.useOthersListener;
export const useMyPresence: SuspendingRoomHooks["useMyPresence"] = hooks.useMyPresence;
export const useUpdateMyPresence: SuspendingRoomHooks["useUpdateMyPresence"] = hooks.useUpdateMyPresence;
export const useSelf: SuspendingRoomHooks["useSelf"] = hooks.useSelf;
export const useOthers: SuspendingRoomHooks["useOthers"] = hooks.useOthers;
export const useOthersMapped: SuspendingRoomHooks["useOthersMapped"] = hooks.useOthersMapped;
export const useOthersConnectionIds: SuspendingRoomHooks["useOthersConnectionIds"] = hooks.useOthersConnectionIds;
export const useOther: SuspendingRoomHooks["useOther"] = hooks.useOther;
export const useStorage: SuspendingRoomHooks["useStorage"] = hooks.useStorage;
export const useStorageRoot: SuspendingRoomHooks["useStorageRoot"] = hooks.useStorageRoot;
export const useMutableStorage: SuspendingRoomHooks["useMutableStorage"] = hooks.useMutableStorage;
export const useMutation: SuspendingRoomHooks["useMutation"] = hooks.useMutation;
export const useWrite: SuspendingRoomHooks["useWrite"] = hooks.useWrite;
export const useFlushed: SuspendingRoomHooks["useFlushed"] = hooks.useFlushed;
export const useHistory: SuspendingRoomHooks["useHistory"] = hooks.useHistory;
export const useUndo: SuspendingRoomHooks["useUndo"] = hooks.useUndo;
export const useRedo: SuspendingRoomHooks["useRedo"] = hooks.useRedo;
export const useCanUndo: SuspendingRoomHooks["useCanUndo"] = hooks.useCanUndo;
export const useCanRedo: SuspendingRoomHooks["useCanRedo"] = hooks.useCanRedo;
export const useThreads: SuspendingRoomHooks["useThreads"] = hooks.useThreads;
export const useCreateThread: SuspendingRoomHooks["useCreateThread"] = hooks.useCreateThread;
export const useDeleteThread: SuspendingRoomHooks["useDeleteThread"] = hooks.useDeleteThread;
export const useEditThreadMetadata: SuspendingRoomHooks["useEditThreadMetadata"] = hooks.useEditThreadMetadata;
export const useMarkThreadAsResolved: SuspendingRoomHooks["useMarkThreadAsResolved"] = hooks.useMarkThreadAsResolved;
export const useMarkThreadAsUnresolved: SuspendingRoomHooks["useMarkThreadAsUnresolved"] =
  hooks.useMarkThreadAsUnresolved;
export const useMarkThreadAsRead: SuspendingRoomHooks["useMarkThreadAsRead"] = hooks.useMarkThreadAsRead;
export const useSubscribeToThread: SuspendingRoomHooks["useSubscribeToThread"] = hooks.useSubscribeToThread;
export const useUnsubscribeFromThread: SuspendingRoomHooks["useUnsubscribeFromThread"] = hooks.useUnsubscribeFromThread;
export const useThreadSubscription: SuspendingRoomHooks["useThreadSubscription"] = hooks.useThreadSubscription;
export const useCreateComment: SuspendingRoomHooks["useCreateComment"] = hooks.useCreateComment;
export const useEditComment: SuspendingRoomHooks["useEditComment"] = hooks.useEditComment;
export const useEditCommentMetadata: SuspendingRoomHooks["useEditCommentMetadata"] = hooks.useEditCommentMetadata;
export const useDeleteComment: SuspendingRoomHooks["useDeleteComment"] = hooks.useDeleteComment;
export const useAddReaction: SuspendingRoomHooks["useAddReaction"] = hooks.useAddReaction;
export const useRemoveReaction: SuspendingRoomHooks["useRemoveReaction"] = hooks.useRemoveReaction;
export const useSearchComments: SuspendingRoomHooks["useSearchComments"] = hooks.useSearchComments;
export const useRoomSubscriptionSettings: SuspendingRoomHooks["useRoomSubscriptionSettings"] =
  hooks.useRoomSubscriptionSettings;
export const useUpdateRoomSubscriptionSettings: SuspendingRoomHooks["useUpdateRoomSubscriptionSettings"] =
  hooks.useUpdateRoomSubscriptionSettings;
export const useHistoryVersions: SuspendingRoomHooks["useHistoryVersions"] = hooks.useHistoryVersions;
export const useHistoryVersionStorageData: SuspendingRoomHooks["useHistoryVersionStorageData"] =
  hooks.useHistoryVersionStorageData;
export const useHistoryVersionYjsData: SuspendingRoomHooks["useHistoryVersionYjsData"] = hooks.useHistoryVersionYjsData;
export const useHistoryVersionData: SuspendingRoomHooks["useHistoryVersionData"] = hooks.useHistoryVersionData;
export const useDeleteHistoryVersion: SuspendingRoomHooks["useDeleteHistoryVersion"] = hooks.useDeleteHistoryVersion;
export const useRestoreToStorageVersion: SuspendingRoomHooks["useRestoreToStorageVersion"] =
  hooks.useRestoreToStorageVersion;
export const useAttachmentUrl: SuspendingRoomHooks["useAttachmentUrl"] = hooks.useAttachmentUrl;
export const useFileUrl: SuspendingRoomHooks["useFileUrl"] = hooks.useFileUrl;
export const useUploadFile: SuspendingRoomHooks["useUploadFile"] = hooks.useUploadFile;
export const useFeeds: SuspendingRoomHooks["useFeeds"] = hooks.useFeeds;
export const useFeedMessages: SuspendingRoomHooks["useFeedMessages"] = hooks.useFeedMessages;
export const useCreateFeed: SuspendingRoomHooks["useCreateFeed"] = hooks.useCreateFeed;
export const useUpdateFeedMetadata: SuspendingRoomHooks["useUpdateFeedMetadata"] = hooks.useUpdateFeedMetadata;
export const useDeleteFeed: SuspendingRoomHooks["useDeleteFeed"] = hooks.useDeleteFeed;
export const useCreateFeedMessage: SuspendingRoomHooks["useCreateFeedMessage"] = hooks.useCreateFeedMessage;
export const useUpdateFeedMessage: SuspendingRoomHooks["useUpdateFeedMessage"] = hooks.useUpdateFeedMessage;
export const useDeleteFeedMessage: SuspendingRoomHooks["useDeleteFeedMessage"] = hooks.useDeleteFeedMessage;
export const useClient: ClientHooks<true>["useClient"] = ofClient.useClient;
export const useErrorListener: ClientHooks<true>["useErrorListener"] = ofClient.useErrorListener;
export const useSyncStatus: ClientHooks<true>["useSyncStatus"] = ofClient.useSyncStatus;
export const useInboxNotifications: ClientHooks<true>["useInboxNotifications"] = ofClient.useInboxNotifications;
export const useUnreadInboxNotificationsCount: ClientHooks<true>["useUnreadInboxNotificationsCount"] =
  ofClient.useUnreadInboxNotificationsCount;
export const useMarkInboxNotificationAsRead: ClientHooks<true>["useMarkInboxNotificationAsRead"] =
  ofClient.useMarkInboxNotificationAsRead;
export const useMarkAllInboxNotificationsAsRead: ClientHooks<true>["useMarkAllInboxNotificationsAsRead"] =
  ofClient.useMarkAllInboxNotificationsAsRead;
export const useDeleteInboxNotification: ClientHooks<true>["useDeleteInboxNotification"] =
  ofClient.useDeleteInboxNotification;
export const useDeleteAllInboxNotifications: ClientHooks<true>["useDeleteAllInboxNotifications"] =
  ofClient.useDeleteAllInboxNotifications;
export const useInboxNotificationThread: ClientHooks<true>["useInboxNotificationThread"] =
  ofClient.useInboxNotificationThread;
export const useUserThreads_experimental: ClientHooks<true>["useUserThreads_experimental"] =
  ofClient.useUserThreads_experimental;
export const useNotificationSettings: ClientHooks<true>["useNotificationSettings"] = ofClient.useNotificationSettings;
export const useUpdateNotificationSettings: ClientHooks<true>["useUpdateNotificationSettings"] =
  ofClient.useUpdateNotificationSettings;
export const useUser: ClientHooks<true>["useUser"] = ofClient.useUser;
export const useRoomInfo: ClientHooks<true>["useRoomInfo"] = ofClient.useRoomInfo;
export const useGroupInfo: ClientHooks<true>["useGroupInfo"] = ofClient.useGroupInfo;
export const useUrlMetadata: ClientHooks<true>["useUrlMetadata"] = ofClient.useUrlMetadata;
export const useAiChats: ClientHooks<true>["useAiChats"] = ofClient.useAiChats;
export const useAiChat: ClientHooks<true>["useAiChat"] = ofClient.useAiChat;
export const useAiChatMessages: ClientHooks<true>["useAiChatMessages"] = ofClient.useAiChatMessages;
export const useAiChatStatus: ClientHooks<true>["useAiChatStatus"] = ofClient.useAiChatStatus;
export const useCreateAiChat: ClientHooks<true>["useCreateAiChat"] = ofClient.useCreateAiChat;
export const useDeleteAiChat: ClientHooks<true>["useDeleteAiChat"] = ofClient.useDeleteAiChat;
export const useSendAiMessage: ClientHooks<true>["useSendAiMessage"] = ofClient.useSendAiMessage;
export const RegisterAiKnowledge: ClientHooks<true>["RegisterAiKnowledge"] = ofClient.RegisterAiKnowledge;
export const RegisterAiTool: ClientHooks<true>["RegisterAiTool"] = ofClient.RegisterAiTool;
