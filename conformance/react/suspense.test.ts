// First, as the others look for a document when they are loaded.
import "../support/dom.ts";
import { useUrlMetadata as useUrlMetadataState } from "@liveblocks/react";
import {
  useAttachmentUrl,
  useFeedMessages,
  useFeeds,
  useGroupInfo,
  useHistoryVersions,
  useInboxNotifications,
  useNotificationSettings,
  useOthers,
  useRoomSubscriptionSettings,
  useSelf,
  useStorage,
  useThreads,
  useUnreadInboxNotificationsCount,
  useUrlMetadata,
  useUserThreads_experimental,
} from "@liveblocks/react/suspense";
import { useAttachmentUrl as useAttachmentUrlState, useGroupInfo as useGroupInfoState } from "@liveblocks/react";
import { act, cleanup } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { mentions } from "../support/comment-body.ts";
import { eventually } from "../support/eventually.ts";
import { openLobby } from "../support/lobby.ts";
import { serveOnLoopback } from "../support/loopback-server.ts";
import type { Lobby } from "../support/lobby.ts";
import { renderHooks } from "../support/rendered-hooks.ts";

const opened = new AsyncDisposableStack();
let lobby: Lobby;
let page: string;
beforeAll(async () => {
  lobby = opened.use(await openLobby({ outbound: "any" }));
  const { origin } = opened.use(
    await serveOnLoopback((_request, response) => void response.end("<title>A page</title>")),
  );
  page = `${origin}/`;
});
afterEach(cleanup);
afterAll(() => opened.disposeAsync());

/** A room where alice has mentioned a user and attached a file. */
async function begin(userId: string) {
  const roomId = await lobby.newRoom();
  const auth = async () => ({ token: await lobby.accessToken("alice", { "*": ["*:write"] }) });
  const { room } = lobby.enter<never, never>(roomId, { auth });
  const local = room.prepareAttachment(new File(["a plan"], "plan.txt"));
  const { id: attachmentId } = await room.uploadAttachment(local);
  const body = mentions(userId);
  const thread = await room.createThread({ metadata: undefined, body, attachmentIds: [attachmentId] });
  await lobby.api.createFeed({ roomId, feedId: "news" });
  await lobby.api.createFeedMessage({ roomId, feedId: "news", data: { text: "new" } });
  const { id: versionId } = (await lobby.api.createVersionHistorySnapshot(roomId)).data;
  return { roomId, attachmentId, threadId: thread.id, versionId };
}

const resolveGroupsInfo = ({ groupIds }: { readonly groupIds: readonly string[] }) =>
  groupIds.map((id) => ({ name: `Group ${id}` }));

test("hooks that suspend return the server's data", async () => {
  const userId = "suspended";
  const { roomId, attachmentId, threadId, versionId } = await begin(userId);
  const hooks = await renderHooks(
    lobby,
    userId,
    () => ({
      threads: useThreads().threads,
      everywhere: useUserThreads_experimental().threads,
      notifications: useInboxNotifications().inboxNotifications,
      unread: useUnreadInboxNotificationsCount().count,
      settings: useNotificationSettings()[0].settings,
      roomSettings: useRoomSubscriptionSettings()[0].settings,
      attachment: useAttachmentUrl(attachmentId).url,
      group: useGroupInfo("engineers").info,
      metadata: useUrlMetadata(page).metadata,
      feeds: useFeeds().feeds,
      messages: useFeedMessages("news").messages,
      versions: useHistoryVersions().versions,
      self: useSelf(({ id }) => id),
      others: useOthers((others) => others.map(({ id }) => id)),
      storage: useStorage((root) => root),
    }),
    { roomId, resolveGroupsInfo },
  );
  await eventually(async () => {
    await act(async () => {});
    expect(hooks.seen).toBeDefined();
  });
  expect(hooks.seen).toMatchObject({
    threads: [{ id: threadId }],
    everywhere: [{ id: threadId }],
    notifications: [{ kind: "thread", threadId }],
    unread: 1,
    settings: { email: { thread: true } },
    roomSettings: { textMentions: "mine" },
    group: { name: "Group engineers" },
    metadata: { title: "A page" },
    feeds: [{ feedId: "news" }],
    messages: [{ data: { text: "new" } }],
    versions: [{ id: versionId }],
    self: userId,
    others: ["alice"],
    storage: {},
  });
  expect(await (await fetch(hooks.seen!.attachment)).text()).toBe("a plan");
});

test("hooks that return their state give the link of an attachment, a page's metadata, and a group", async () => {
  const userId = "informed";
  const { roomId, attachmentId } = await begin(userId);
  const missing = `at_${"n".repeat(21)}`;
  const hooks = await renderHooks(
    lobby,
    userId,
    () => ({
      attachment: useAttachmentUrlState(attachmentId),
      missing: useAttachmentUrlState(missing),
      metadata: useUrlMetadataState(page),
      unreachable: useUrlMetadataState("http://127.0.0.1:1/"),
      group: useGroupInfoState("engineers"),
    }),
    { roomId, resolveGroupsInfo },
  );
  await eventually(() => {
    for (const { isLoading } of Object.values(hooks.seen!)) expect(isLoading).toBe(false);
  });
  const { attachment, metadata, unreachable, group } = hooks.seen!;
  expect(await (await fetch(attachment.url!)).text()).toBe("a plan");
  expect(hooks.seen!.missing.error).toBeInstanceOf(Error);
  expect(metadata.metadata).toEqual({ title: "A page" });
  expect(unreachable.error).toBeInstanceOf(Error);
  expect(group.info).toEqual({ name: "Group engineers" });
});
