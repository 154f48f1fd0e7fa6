import { fullCommentAccess } from "@weft/collab";
import { CommentBody } from "@weft/protocol";
import type { RoomAddress } from "@weft/protocol";
import type { Services } from "./services.ts";
import type { Example } from "./test-request.ts";

/** A thread of the room that users may read, and its comment. */
export interface ThreadContext {
  readonly thread: string;
  readonly comment: string;
}

const body = { version: 1, content: [{ type: "paragraph", children: [{ text: "Hi" }] }] } as const;
/** The id of a thread, and of a comment, that nothing has. */
const [unusedThread, unusedComment] = [`th_${"n".repeat(21)}`, `cm_${"n".repeat(21)}`];

/** Creates a thread of the user of the edge's tokens, with two comments and a reaction. */
export async function prepareThread({ threads }: Pick<Services, "threads">, room: RoomAddress): Promise<ThreadContext> {
  const [thread, comment] = [`th_${"a".repeat(21)}`, `cm_${"a".repeat(21)}`];
  const draft = { userId: "ada", body: CommentBody.parse(body) };
  await threads.create(room, { id: thread, comment: { ...draft, id: comment } }, fullCommentAccess);
  await threads.addComment(room, thread, { ...draft, id: `cm_${"b".repeat(21)}` }, fullCommentAccess);
  await threads.addReaction(room, { thread, comment }, { emoji: "👍", userId: "ada" }, fullCommentAccess);
  return { thread, comment };
}

type Examples = readonly (readonly [id: string, example: (context: ThreadContext) => Example])[];

const inThread = ({ thread }: ThreadContext) => ({ threadId: thread });
const inComment = ({ thread, comment }: ThreadContext) => ({ threadId: thread, commentId: comment });
const byUser = { userId: "ada" };
const since = "?since=2026-01-01T00%3A00%3A00.000Z";

export const threadExamples: Examples = [
  ["list-threads", () => ({ query: `?query=${encodeURIComponent("resolved:false metadata['color']:null")}` })],
  ["create-thread", () => ({ body: { id: unusedThread, comment: { ...byUser, body } } })],
  ["get-thread", (of) => ({ path: inThread(of) })],
  ["delete-thread", (of) => ({ path: inThread(of) })],
  ["get-thread-participants", (of) => ({ path: inThread(of) })],
  ["edit-thread-metadata", (of) => ({ path: inThread(of), body: { ...byUser, metadata: { color: "red", x: null } } })],
  ["mark-thread-as-resolved", (of) => ({ path: inThread(of), body: byUser })],
  ["mark-thread-as-unresolved", (of) => ({ path: inThread(of), body: byUser })],
  ["subscribe-to-thread", (of) => ({ path: inThread(of), body: byUser })],
  ["unsubscribe-from-thread", (of) => ({ path: inThread(of), body: byUser })],
  ["list-thread-subscriptions", (of) => ({ path: inThread(of) })],
  ["list-thread-inbox-notifications", (of) => ({ path: inThread(of) })],
  ["create-comment", (of) => ({ path: inThread(of), body: { ...byUser, id: unusedComment, body } })],
  ["get-comment", (of) => ({ path: inComment(of) })],
  ["edit-comment", (of) => ({ path: inComment(of), body: { body } })],
  ["delete-comment", (of) => ({ path: inComment(of) })],
  ["edit-comment-metadata", (of) => ({ path: inComment(of), body: { ...byUser, metadata: { n: 1 } } })],
  ["add-comment-reaction", (of) => ({ path: inComment(of), body: { ...byUser, emoji: "🎉" } })],
  ["remove-comment-reaction", (of) => ({ path: inComment(of), body: { ...byUser, emoji: "👍" } })],
  ...["", "-deprecated"].flatMap((suffix): Examples => [
    [`get-room-subscription-settings${suffix}`, () => ({ path: byUser })],
    [`update-room-subscription-settings${suffix}`, () => ({ path: byUser, body: { threads: "all" } })],
    [`delete-room-subscription-settings${suffix}`, () => ({ path: byUser })],
  ]),
  ["list-room-subscription-settings", () => ({ path: byUser })],

  ["list-threads-as-user", () => ({ query: "?query=&limit=50" })],
  ["search-threads-as-user", () => ({ body: { metadata: { color: "red" } } })],
  ["list-changed-threads-as-user", () => ({ query: since })],
  ["search-comments-as-user", () => ({ query: "?text=hi&query=" })],
  ["get-thread-as-user", (of) => ({ path: inThread(of) })],
  ["create-thread-as-user", () => ({ body: { id: unusedThread, comment: { id: unusedComment, body } } })],
  ["delete-thread-as-user", (of) => ({ path: inThread(of) })],
  ["edit-thread-metadata-as-user", (of) => ({ path: inThread(of), body: { color: "red" } })],
  ["mark-thread-as-resolved-as-user", (of) => ({ path: inThread(of) })],
  ["mark-thread-as-unresolved-as-user", (of) => ({ path: inThread(of) })],
  ["subscribe-to-thread-as-user", (of) => ({ path: inThread(of) })],
  ["unsubscribe-from-thread-as-user", (of) => ({ path: inThread(of) })],
  ["get-thread-participants-as-user", (of) => ({ path: inThread(of) })],
  ["create-comment-as-user", (of) => ({ path: inThread(of), body: { id: unusedComment, body } })],
  ["get-comment-as-user", (of) => ({ path: inComment(of) })],
  ["edit-comment-as-user", (of) => ({ path: inComment(of), body: { body } })],
  ["delete-comment-as-user", (of) => ({ path: inComment(of) })],
  ["edit-comment-metadata-as-user", (of) => ({ path: inComment(of), body: { n: 1 } })],
  ["add-reaction-as-user", (of) => ({ path: inComment(of), body: { emoji: "🎉" } })],
  ["remove-reaction-as-user", (of) => ({ path: { ...inComment(of), emoji: "👍" } })],
  ...["", "-older"].flatMap((suffix): Examples => [
    [`get-subscription-settings-as-user${suffix}`, () => ({})],
    [`update-subscription-settings-as-user${suffix}`, () => ({ body: { threads: "none" } })],
  ]),
  ["list-user-threads", () => ({ query: "?query=&limit=50" })],
  ["list-changed-user-threads", () => ({ query: since })],
];
