/**
 * The threads that a room begins with. The first client in the room writes them, with ids that follow from the room's id:
 * two clients that come at the same time write the same threads, and the server accepts each id once.
 */
import type { CommentBody, ThreadData } from "@liveblocks/client";
import type { UserSession } from "../start-example.tsx";
import { enterAs } from "./enter-as.ts";

type Inline = CommentBody["content"][number]["children"][number];

export interface SampleComment {
  /** A person of the cast, by the first part of their user id. */
  readonly by: string;
  readonly text: readonly (string | Inline)[];
  readonly reactions?: readonly { readonly by: string; readonly emoji: string }[];
}

export interface SampleThread {
  readonly metadata: ThreadData["metadata"];
  readonly comments: readonly [SampleComment, ...SampleComment[]];
  readonly resolved?: boolean;
}

/** The id of the room's sample thread of this number. */
export function threadIdOf(roomId: string, index: number): string {
  return `th_${digest(`${roomId} ${index}`)}`;
}

/** The id of the comment of this number in a sample thread. */
export function commentIdOf(threadId: string, index: number): string {
  return `cm_${digest(`${threadId} ${index}`)}`;
}

/** The body of a comment of one paragraph. */
export function commentOf(text: SampleComment["text"]): CommentBody {
  const children = text.map((part) => (typeof part === "string" ? { text: part } : part));
  return { version: 1, content: [{ type: "paragraph", children }] };
}

export function mentionOf(userId: string): Inline {
  return { type: "mention", kind: "user", id: userId };
}

/** A mention of the group of everyone. */
export function everyoneMentioned({ cast }: Pick<UserSession, "cast">): Inline {
  return { type: "mention", kind: "group", id: "everyone", userIds: cast.people.map(({ id }) => id) };
}

/** Writes the threads that the room does not have yet. */
export async function writeThreads(session: UserSession, threads: readonly SampleThread[]): Promise<void> {
  const { cast, roomId } = session;
  const entered = new Map<string, ReturnType<typeof enterAs>>();
  const roomOf = (by: string) => {
    const known = entered.get(by);
    if (known) return known.room;
    const person = cast.people.find(({ id }) => id.startsWith(`${by}.`)) ?? cast.you;
    const fresh = enterAs(session, person, { connect: false });
    entered.set(by, fresh);
    return fresh.room;
  };
  try {
    const { threads: existing } = await roomOf(threads[0]!.comments[0].by).getThreads();
    const known = new Set(existing.map(({ id }) => id));
    for (const [index, { metadata, comments, resolved }] of threads.entries()) {
      const threadId = threadIdOf(roomId, index);
      if (known.has(threadId)) continue;
      const [first, ...replies] = comments;
      const body = commentOf(first.text);
      if (
        !(await isFirst(
          roomOf(first.by).createThread({ threadId, commentId: commentIdOf(threadId, 0), metadata, body }),
        ))
      )
        continue;
      for (const [number, { by, text }] of replies.entries())
        await roomOf(by).createComment({
          threadId,
          commentId: commentIdOf(threadId, number + 1),
          body: commentOf(text),
        });
      for (const [number, { reactions = [] }] of comments.entries())
        for (const { by, emoji } of reactions)
          await roomOf(by).addReaction({ threadId, commentId: commentIdOf(threadId, number), emoji });
      if (resolved) await roomOf(first.by).markThreadAsResolved(threadId);
    }
  } finally {
    for (const { leave } of entered.values()) leave();
  }
}

/** Whether this client created the thread; false if another one was faster. */
async function isFirst(created: Promise<unknown>): Promise<boolean> {
  try {
    await created;
    return true;
  } catch (error) {
    if (error instanceof Error && "status" in error && error.status === 409) return false;
    throw error;
  }
}

/** 21 letters and digits that follow from a text. It names things; it hides nothing. */
function digest(text: string): string {
  let digits = "";
  for (let part = 0; digits.length < 21; part++) {
    // FNV-1a, with a start of its own for each part.
    let hash = 0x811c9dc5 ^ (part * 0x9e3779b1);
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    digits += (hash >>> 0).toString(36).padStart(7, "0");
  }
  return digits.slice(0, 21);
}
