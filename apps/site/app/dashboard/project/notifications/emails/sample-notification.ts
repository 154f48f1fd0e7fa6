/** A notification that is shown where a project has none yet. */
import type { EmailClient, ReadyMadeEmailOptions } from "@weft/emails";
import { emailEventOf } from "./email-event.ts";

const roomId = "launch-plan";
const threadId = "th_sample";
const createdAt = new Date("2026-03-02T09:30:00Z");
const names: Readonly<Record<string, string>> = { ada: "Ada Lovelace", grace: "Grace Hopper" };

const comment = {
  type: "comment",
  id: "cm_sample",
  threadId,
  roomId,
  userId: "ada",
  createdAt,
  reactions: [],
  attachments: [],
  metadata: {},
  body: {
    version: 1,
    content: [
      {
        type: "paragraph",
        children: [
          { type: "mention", kind: "user", id: "grace" },
          { text: ", can you review the " },
          { text: "pricing section", bold: true },
          { text: " before Friday?" },
        ],
      },
    ],
  },
};

export const sampleEvent = emailEventOf("project", "grace", {
  id: "in_sample",
  kind: "thread",
  roomId,
  threadId,
  notifiedAt: createdAt.toISOString(),
  readAt: null,
});

/** Answers as the server does for the sample. */
export const sampleClient = {
  getThread: async () => ({ type: "thread", id: threadId, roomId, comments: [comment] }),
  getInboxNotification: async () => ({
    id: "in_sample",
    kind: "thread",
    roomId,
    threadId,
    notifiedAt: createdAt,
    readAt: null,
  }),
} as unknown as EmailClient;

export const sampleOptions: ReadyMadeEmailOptions = {
  resolveUsers: ({ userIds }) => userIds.map((id) => ({ name: names[id] })),
  resolveRoomInfo: ({ roomId: id }) => ({ name: "Launch plan", url: `https://app.example.com/rooms/${id}` }),
};
