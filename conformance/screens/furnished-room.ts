/** A room with the threads, notifications and people that the pictures show. */
import { kInternal } from "@liveblocks/core";
import { eventually } from "../support/eventually.ts";
import type { Lobby } from "../support/lobby.ts";
import { expect } from "vitest";
import { bodyOf, screenContent } from "./content.ts";
import type { ScreenLanguage } from "./content.ts";
import { sketch } from "./sketch.ts";

const minute = 60_000;

export const editorRooms = ["tiptap", "blocknote", "lexical"] as const;

/** Creates a room for each editor, with a thread for its text. */
export async function furnishEditorRooms({ api }: Lobby, roomId: string, language: ScreenLanguage): Promise<void> {
  const { comment } = screenContent[language].document;
  for (const editor of editorRooms) {
    const id = `${roomId}-${editor}`;
    await api.createRoom(id, { defaultAccesses: ["room:write"] });
    const data = { metadata: {}, comment: { userId: "grace", body: bodyOf(comment) } };
    const thread = await api.createThread({ roomId: id, data });
    const answer = { userId: "alan", body: bodyOf(screenContent[language].news[1]) };
    await api.createComment({ roomId: id, threadId: thread.id, data: answer });
  }
}

/** Fills a new room for this user, whose inbox is part of it, and answers the room's id. */
export async function furnishRoom(lobby: Lobby, userId: string, language: ScreenLanguage): Promise<string> {
  const { api } = lobby;
  const content = screenContent[language];
  const roomId = await lobby.newRoom();
  const ago = (minutes: number) => new Date(Date.now() - minutes * minute);
  const attach = (by: string, file: File) => api.uploadAttachment({ roomId, userId: by, file });
  const start = (scene: string, comment: object) =>
    api.createThread({ roomId, data: { metadata: { scene }, comment } } as never);
  const reply = (threadId: string, data: object) => api.createComment({ roomId, threadId, data } as never);
  const react = (threadId: string, commentId: string, emoji: string, by: string) =>
    api.addCommentReaction({ roomId, threadId, commentId, data: { emoji, userId: by } });

  const settled = await start("resolved", {
    userId: "barbara",
    body: bodyOf(content.settled[0]),
    createdAt: ago(26 * 60),
  });
  await reply(settled.id, { userId, body: bodyOf(content.settled[1]), createdAt: ago(25 * 60) });
  await api.markThreadAsResolved({ roomId, threadId: settled.id, data: { userId } });

  const unread = await start("unread", { userId, body: bodyOf(content.news[0]), createdAt: ago(180) });
  await reply(unread.id, { userId: "alan", body: bodyOf(content.news[1]) });
  const own = lobby.client({ auth: async () => ({ token: await lobby.accessToken(userId, { "*": ["*:write"] }) }) });
  await eventually(async () => {
    const { inboxNotifications } = await own.getInboxNotifications();
    expect(inboxNotifications.length).toBeGreaterThan(0);
  });
  await own.markAllInboxNotificationsAsRead();
  await reply(unread.id, {
    userId: "grace",
    body: bodyOf({ type: "mention", kind: "user", id: userId }, " ", content.news[2]),
  });

  const plan = await start("open", {
    userId: "grace",
    createdAt: ago(95),
    body: bodyOf(
      { type: "mention", kind: "user", id: userId },
      " ",
      content.plan[0],
      { text: content.plan[1], bold: true },
      content.plan[2],
      { type: "link", url: "https://plans.example/launch", text: "plans.example/launch" },
    ),
  });
  const question = plan.comments[0]!.id;
  for (const by of ["alan", userId, "radia"]) await react(plan.id, question, "👍", by);
  await react(plan.id, question, "🎉", "katherine");
  const picture = await attach("alan", new File([sketch], "chart.png", { type: "image/png" }));
  const sheet = await attach("alan", new File(["%PDF-1.7".padEnd(48_200)], "launch-figures-of-the-last-quarter.pdf"));
  await reply(plan.id, {
    userId: "alan",
    body: bodyOf(content.figures),
    createdAt: ago(64),
    attachmentIds: [picture.id, sheet.id],
  });
  const gone = await reply(plan.id, { userId: "edsger", body: bodyOf(content.deleted), createdAt: ago(40) });
  await api.deleteComment({ roomId, threadId: plan.id, commentId: gone.id });
  const answer = await reply(plan.id, { userId, body: bodyOf(content.edited), createdAt: ago(12) });
  await api.editComment({
    roomId,
    threadId: plan.id,
    commentId: answer.id,
    data: { body: bodyOf(content.edited), editedAt: ago(8) },
  });

  await api.triggerInboxNotification({
    userId,
    roomId,
    kind: "$fileUploaded",
    subjectId: "launch-plan",
    activityData: {},
  } as never);
  const { room } = lobby.enter(roomId, {
    auth: async () => ({ token: await lobby.accessToken("katherine", { "*": ["*:write"] }) }),
  });
  await room[kInternal].createTextMention("launch", { kind: "user", id: userId });
  return roomId;
}

/** People whose cursors are in the room, from the left to the right. */
export async function enterOthers(lobby: Lobby, roomId: string): Promise<void> {
  const places = { grace: [0.12, 0.2], alan: [0.42, 0.62], barbara: [0.64, 0.16], edsger: [0.82, 0.7] } as const;
  for (const [userId, [x, y]] of Object.entries(places)) {
    const { room } = lobby.enter(roomId, {
      auth: async () => ({ token: await lobby.accessToken(userId, { "*": ["*:write"] }) }),
      presence: { cursor: { x, y } },
    });
    await eventually(() => expect(room.getStatus()).toBe("connected"));
  }
}
