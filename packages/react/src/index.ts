"use client";
/** React hooks and providers of Weft. Each hook is documented at its member of `RoomHooks` and `ClientHooks`. */
import { RoomContext as AnyRoomContext } from "./contexts.ts";
import { roomHooks } from "./create-hooks.ts";
import { clientHooks } from "./hooks/client.ts";
import type { ClientHooks, RoomHooks } from "./hooks/hook-types.ts";
import { SharedRoomProvider } from "./shared-provider.ts";

export { ClientSideSuspense, type ClientSideSuspenseProps } from "./client-side-suspense.ts";
export { WeftProvider as LiveblocksProvider, WeftProvider, type WeftProviderProps } from "./client-provider.ts";
export { ClientContext } from "./contexts.ts";
export {
  type ClientContextBundle,
  createRoomContext,
  createWeftContext as createLiveblocksContext,
  createWeftContext,
  type RoomContextBundle,
} from "./create-hooks.ts";
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

const hooks = roomHooks(AnyRoomContext, SharedRoomProvider, false) as unknown as RoomHooks;
const ofClient = clientHooks(false) as unknown as ClientHooks<false>;

// One by one, as bundlers of server components read the names. With their types, as those that are inferred would be published as
// they are here, where no application declares its own.
export const RoomContext: RoomHooks["RoomContext"] = hooks.RoomContext;
export const RoomProvider: RoomHooks["RoomProvider"] = hooks.RoomProvider;
export const useRoom: RoomHooks["useRoom"] = hooks.useRoom;
export const useIsInsideRoom: RoomHooks["useIsInsideRoom"] = hooks.useIsInsideRoom;
export const useStatus: RoomHooks["useStatus"] = hooks.useStatus;
export const useBroadcastEvent: RoomHooks["useBroadcastEvent"] = hooks.useBroadcastEvent;
export const useEventListener: RoomHooks["useEventListener"] = hooks.useEventListener;
export const useLostConnectionListener: RoomHooks["useLostConnectionListener"] = hooks.useLostConnectionListener;
export const useOthersListener: RoomHooks["useOthersListener"] = hooks.useOthersListener;
export const useMyPresence: RoomHooks["useMyPresence"] = hooks.useMyPresence;
export const useUpdateMyPresence: RoomHooks["useUpdateMyPresence"] = hooks.useUpdateMyPresence;
export const useSelf: RoomHooks["useSelf"] = hooks.useSelf;
export const useOthers: RoomHooks["useOthers"] = hooks.useOthers;
export const useOthersMapped: RoomHooks["useOthersMapped"] = hooks.useOthersMapped;
export const useOthersConnectionIds: RoomHooks["useOthersConnectionIds"] = hooks.useOthersConnectionIds;
export const useOther: RoomHooks["useOther"] = hooks.useOther;
export const useStorage: RoomHooks["useStorage"] = hooks.useStorage;
export const useStorageRoot: RoomHooks["useStorageRoot"] = hooks.useStorageRoot;
export const useMutableStorage: RoomHooks["useMutableStorage"] = hooks.useMutableStorage;
export const useMutation: RoomHooks["useMutation"] = hooks.useMutation;
export const useWrite: RoomHooks["useWrite"] = hooks.useWrite;
export const useFlushed: RoomHooks["useFlushed"] = hooks.useFlushed;
export const useHistory: RoomHooks["useHistory"] = hooks.useHistory;
export const useUndo: RoomHooks["useUndo"] = hooks.useUndo;
export const useRedo: RoomHooks["useRedo"] = hooks.useRedo;
export const useCanUndo: RoomHooks["useCanUndo"] = hooks.useCanUndo;
export const useCanRedo: RoomHooks["useCanRedo"] = hooks.useCanRedo;
export const useThreads: RoomHooks["useThreads"] = hooks.useThreads;
export const useCreateThread: RoomHooks["useCreateThread"] = hooks.useCreateThread;
export const useDeleteThread: RoomHooks["useDeleteThread"] = hooks.useDeleteThread;
export const useEditThreadMetadata: RoomHooks["useEditThreadMetadata"] = hooks.useEditThreadMetadata;
export const useMarkThreadAsResolved: RoomHooks["useMarkThreadAsResolved"] = hooks.useMarkThreadAsResolved;
export const useMarkThreadAsUnresolved: RoomHooks["useMarkThreadAsUnresolved"] = hooks.useMarkThreadAsUnresolved;
export const useMarkThreadAsRead: RoomHooks["useMarkThreadAsRead"] = hooks.useMarkThreadAsRead;
export const useSubscribeToThread: RoomHooks["useSubscribeToThread"] = hooks.useSubscribeToThread;
export const useUnsubscribeFromThread: RoomHooks["useUnsubscribeFromThread"] = hooks.useUnsubscribeFromThread;
export const useThreadSubscription: RoomHooks["useThreadSubscription"] = hooks.useThreadSubscription;
export const useCreateComment: RoomHooks["useCreateComment"] = hooks.useCreateComment;
export const useEditComment: RoomHooks["useEditComment"] = hooks.useEditComment;
export const useEditCommentMetadata: RoomHooks["useEditCommentMetadata"] = hooks.useEditCommentMetadata;
export const useDeleteComment: RoomHooks["useDeleteComment"] = hooks.useDeleteComment;
export const useAddReaction: RoomHooks["useAddReaction"] = hooks.useAddReaction;
export const useRemoveReaction: RoomHooks["useRemoveReaction"] = hooks.useRemoveReaction;
export const useSearchComments: RoomHooks["useSearchComments"] = hooks.useSearchComments;
export const useRoomSubscriptionSettings: RoomHooks["useRoomSubscriptionSettings"] = hooks.useRoomSubscriptionSettings;
export const useUpdateRoomSubscriptionSettings: RoomHooks["useUpdateRoomSubscriptionSettings"] =
  hooks.useUpdateRoomSubscriptionSettings;
export const useHistoryVersions: RoomHooks["useHistoryVersions"] = hooks.useHistoryVersions;
export const useHistoryVersionStorageData: RoomHooks["useHistoryVersionStorageData"] =
  hooks.useHistoryVersionStorageData;
export const useHistoryVersionYjsData: RoomHooks["useHistoryVersionYjsData"] = hooks.useHistoryVersionYjsData;
export const useHistoryVersionData: RoomHooks["useHistoryVersionData"] = hooks.useHistoryVersionData;
export const useDeleteHistoryVersion: RoomHooks["useDeleteHistoryVersion"] = hooks.useDeleteHistoryVersion;
export const useRestoreToStorageVersion: RoomHooks["useRestoreToStorageVersion"] = hooks.useRestoreToStorageVersion;
export const useAttachmentUrl: RoomHooks["useAttachmentUrl"] = hooks.useAttachmentUrl;
export const useFileUrl: RoomHooks["useFileUrl"] = hooks.useFileUrl;
export const useUploadFile: RoomHooks["useUploadFile"] = hooks.useUploadFile;
export const useFeeds: RoomHooks["useFeeds"] = hooks.useFeeds;
export const useFeedMessages: RoomHooks["useFeedMessages"] = hooks.useFeedMessages;
export const useCreateFeed: RoomHooks["useCreateFeed"] = hooks.useCreateFeed;
export const useUpdateFeedMetadata: RoomHooks["useUpdateFeedMetadata"] = hooks.useUpdateFeedMetadata;
export const useDeleteFeed: RoomHooks["useDeleteFeed"] = hooks.useDeleteFeed;
export const useCreateFeedMessage: RoomHooks["useCreateFeedMessage"] = hooks.useCreateFeedMessage;
export const useUpdateFeedMessage: RoomHooks["useUpdateFeedMessage"] = hooks.useUpdateFeedMessage;
export const useDeleteFeedMessage: RoomHooks["useDeleteFeedMessage"] = hooks.useDeleteFeedMessage;
export const useClient: ClientHooks<false>["useClient"] = ofClient.useClient;
export const useErrorListener: ClientHooks<false>["useErrorListener"] = ofClient.useErrorListener;
export const useSyncStatus: ClientHooks<false>["useSyncStatus"] = ofClient.useSyncStatus;
export const useInboxNotifications: ClientHooks<false>["useInboxNotifications"] = ofClient.useInboxNotifications;
export const useUnreadInboxNotificationsCount: ClientHooks<false>["useUnreadInboxNotificationsCount"] =
  ofClient.useUnreadInboxNotificationsCount;
export const useMarkInboxNotificationAsRead: ClientHooks<false>["useMarkInboxNotificationAsRead"] =
  ofClient.useMarkInboxNotificationAsRead;
export const useMarkAllInboxNotificationsAsRead: ClientHooks<false>["useMarkAllInboxNotificationsAsRead"] =
  ofClient.useMarkAllInboxNotificationsAsRead;
export const useDeleteInboxNotification: ClientHooks<false>["useDeleteInboxNotification"] =
  ofClient.useDeleteInboxNotification;
export const useDeleteAllInboxNotifications: ClientHooks<false>["useDeleteAllInboxNotifications"] =
  ofClient.useDeleteAllInboxNotifications;
export const useInboxNotificationThread: ClientHooks<false>["useInboxNotificationThread"] =
  ofClient.useInboxNotificationThread;
export const useUserThreads_experimental: ClientHooks<false>["useUserThreads_experimental"] =
  ofClient.useUserThreads_experimental;
export const useNotificationSettings: ClientHooks<false>["useNotificationSettings"] = ofClient.useNotificationSettings;
export const useUpdateNotificationSettings: ClientHooks<false>["useUpdateNotificationSettings"] =
  ofClient.useUpdateNotificationSettings;
export const useUser: ClientHooks<false>["useUser"] = ofClient.useUser;
export const useRoomInfo: ClientHooks<false>["useRoomInfo"] = ofClient.useRoomInfo;
export const useGroupInfo: ClientHooks<false>["useGroupInfo"] = ofClient.useGroupInfo;
export const useUrlMetadata: ClientHooks<false>["useUrlMetadata"] = ofClient.useUrlMetadata;
export const useAiChats: ClientHooks<false>["useAiChats"] = ofClient.useAiChats;
export const useAiChat: ClientHooks<false>["useAiChat"] = ofClient.useAiChat;
export const useAiChatMessages: ClientHooks<false>["useAiChatMessages"] = ofClient.useAiChatMessages;
export const useAiChatStatus: ClientHooks<false>["useAiChatStatus"] = ofClient.useAiChatStatus;
export const useCreateAiChat: ClientHooks<false>["useCreateAiChat"] = ofClient.useCreateAiChat;
export const useDeleteAiChat: ClientHooks<false>["useDeleteAiChat"] = ofClient.useDeleteAiChat;
export const useSendAiMessage: ClientHooks<false>["useSendAiMessage"] = ofClient.useSendAiMessage;
export const RegisterAiKnowledge: ClientHooks<false>["RegisterAiKnowledge"] = ofClient.RegisterAiKnowledge;
export const RegisterAiTool: ClientHooks<false>["RegisterAiTool"] = ofClient.RegisterAiTool;
