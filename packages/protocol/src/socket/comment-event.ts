import { z } from "zod";
import { message } from "../message.ts";
import { ServerMessageType } from "./message-type.ts";

const thread = { threadId: z.string() };
const comment = { ...thread, commentId: z.string() };
const reaction = { ...comment, emoji: z.string() };
const notes = (doc: string) => ({ since: 7, doc });

/** What happened to threads and comments, by their ids: clients read the rest over HTTP. */
export const CommentEvent = z.discriminatedUnion("type", [
  message(ServerMessageType.threadCreated, thread, notes("A thread was created; its comment follows as an event.")),
  message(ServerMessageType.threadMetadataUpdated, thread, notes("The metadata of a thread was changed.")),
  message(ServerMessageType.commentCreated, comment, notes("A comment was created, perhaps the first of its thread.")),
  message(ServerMessageType.commentEdited, comment, notes("A comment was edited.")),
  message(ServerMessageType.commentDeleted, comment, notes("A comment was deleted.")),
  message(ServerMessageType.commentReactionAdded, reaction, notes("A user reacted to a comment.")),
  message(ServerMessageType.commentReactionRemoved, reaction, notes("A reaction to a comment was removed.")),
  message(ServerMessageType.threadDeleted, thread, notes("A thread was deleted.")),
  message(ServerMessageType.threadUpdated, thread, notes("A thread was resolved or is unresolved again.")),
  message(ServerMessageType.commentMetadataUpdated, comment, notes("The metadata of a comment was changed.")),
]);
export type CommentEvent = z.output<typeof CommentEvent>;
