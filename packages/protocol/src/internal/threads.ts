import { z } from "zod";
import { integer } from "../endpoint.ts";
import { limits } from "../limits.ts";
import { CommentMetadataAnswer, ThreadVisibility } from "../rest/comment-objects.ts";
import { internalEndpoint } from "./internal-endpoint.ts";

const instant = z.iso.datetime();

/** A thread as the threads browser lists it. */
export const ThreadSummary = z.object({
  id: z.string(),
  roomId: z.string(),
  createdAt: instant,
  updatedAt: instant,
  resolved: z.boolean(),
  visibility: ThreadVisibility,
  metadata: CommentMetadataAnswer,
  /** Who began the thread. */
  userId: z.string(),
  /** How the first comment begins that is not deleted. */
  text: z.string(),
  /** Comments that are not deleted, and what is in them. */
  comments: z.int(),
  attachments: z.int(),
  reactions: z.int(),
  /** Users who wrote comments, or reacted to one. */
  participants: z.int(),
});
export type ThreadSummary = z.output<typeof ThreadSummary>;

export const listProjectThreads = internalEndpoint({
  id: "project-threads",
  route: "GET /internal/projects/{projectId}/threads",
  summary: "Threads of all rooms of a project, or of one, newest first",
  description:
    "A page reads a bounded number of threads. It may be short, or empty, while `nextCursor` says that there are more.",
  role: "member",
  path: z.object({ projectId: z.string() }),
  query: z.object({
    limit: integer({ min: 1, max: limits.pageSizeMax, default: limits.pageSize, description: "Threads per page." }),
    cursor: z.string().optional(),
    query: z.string().optional().meta({ description: "A filter in the REST query language." }),
    roomId: z.string().optional(),
    userId: z.string().optional().meta({ description: "A user who wrote a comment, or reacted to one." }),
    text: z
      .string()
      .max(limits.logSearchLength)
      .optional()
      .meta({ description: "Words, all of which are in the text of one comment." }),
    hasAttachments: z
      .enum(["true", "false"])
      .optional()
      .meta({ description: "Whether a comment of the thread has an attachment." }),
  }),
  returns: z.object({ data: z.array(ThreadSummary), nextCursor: z.string().nullable() }),
  errors: ["INVALID_QUERY"],
});

export const threadBrowserEndpoints = [listProjectThreads] as const;
