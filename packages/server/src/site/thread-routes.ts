import type { ThreadHead, ThreadPart } from "@weft/collab";
import { listProjectThreads, textOf } from "@weft/protocol";
import type { RoomId, ThreadSummary } from "@weft/protocol";
import { describeMetadata } from "../http/describe-thread.ts";
import { implementSite, siteRoutesOf } from "./site-route.ts";

/** The threads of a project, as members of its team browse them. */
export const threadRoutes = siteRoutesOf(
  implementSite(listProjectThreads, async ({ project, query }, { threadLists }) => {
    const { roomId, userId, hasAttachments, ...search } = query;
    const { threads, nextCursor } = await threadLists.newest(project.id, {
      ...search,
      room: roomId as RoomId | undefined,
      participant: userId,
      hasAttachments: hasAttachments === undefined ? undefined : hasAttachments === "true",
    });
    return { data: await summaries(threadLists.contents(project.id, threads)), nextCursor };
  }),
);

/** Characters of a comment that a list shows. */
const shownText = 280;

/** Summaries of threads. Only what they show is held while the comments are read. */
async function summaries(parts: AsyncIterable<ThreadPart>): Promise<readonly ThreadSummary[]> {
  const found: ThreadSummary[] = [];
  let participants = new Set<string>();
  for await (const { thread, comments, isFirst } of parts) {
    if (isFirst) {
      found.push(begin(thread, comments[0]!.userId));
      participants = new Set();
    }
    const summary = found.at(-1)!;
    const live = comments.filter(({ body }) => body !== undefined);
    const reactions = live.flatMap((comment) => comment.reactions);
    for (const { userId } of [...live, ...reactions]) participants.add(userId);
    found[found.length - 1] = {
      ...summary,
      text:
        summary.comments > 0 || live[0]?.body === undefined ? summary.text : textOf(live[0].body).slice(0, shownText),
      comments: summary.comments + live.length,
      attachments: summary.attachments + live.reduce((sum, { attachments }) => sum + attachments.length, 0),
      reactions: summary.reactions + reactions.length,
      participants: participants.size,
    };
  }
  return found;
}

function begin({ id, room, resolved, visibility, ...thread }: ThreadHead, userId: string): ThreadSummary {
  return {
    id,
    roomId: room,
    createdAt: new Date(thread.createdAt).toISOString(),
    updatedAt: new Date(thread.updatedAt).toISOString(),
    resolved,
    visibility,
    metadata: describeMetadata(thread.metadata),
    userId,
    text: "",
    comments: 0,
    attachments: 0,
    reactions: 0,
    participants: 0,
  };
}
