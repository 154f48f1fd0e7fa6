import { z } from "zod";
import { flag, integer } from "../endpoint.ts";
import { limits } from "../limits.ts";
import { StorableText } from "../storable.ts";
import { internalEndpoint } from "./internal-endpoint.ts";

const project = z.object({ projectId: z.string() });
const user = z.object({ projectId: z.string(), userId: z.string() });
const instant = z.iso.datetime();

const profile = {
  /** How the user presents themselves, by the info of their last token that had one of these. */
  name: z.string().nullable(),
  /** The address of a picture. */
  avatar: z.string().nullable(),
  color: z.string().nullable(),
};

/** A user of a project: someone who was connected to a room, or has written in one. */
export const ProjectUser = z.object({
  id: z.string(),
  ...profile,
  firstSeenAt: instant,
  lastSeenAt: instant,
  /** Whether the user is connected to a room now; null where a server does not answer. */
  connected: z.boolean().nullable(),
  /** Open connections, and the rooms that they are in. */
  connections: z.int(),
  connectedRooms: z.int(),
});
export type ProjectUser = z.output<typeof ProjectUser>;

/** The erasure of a user of a project. */
export const UserErasure = z.object({
  id: z.string(),
  /** Null once the user is erased: nothing leads from the record to them any more. */
  userId: z.string().nullable(),
  state: z.enum(["waiting", "running", "done", "failed"]),
  requestedAt: instant,
  requestedBy: z.string().nullable(),
  stepsDone: z.int(),
  /** Zero until it begins. */
  stepsTotal: z.int(),
  /** Everything was erased once, and is looked for again after a while. */
  isCheckedAgain: z.boolean(),
  finishedAt: instant.nullable(),
  /** Why it ended without an erasure. */
  failure: z.string().nullable(),
});
export type UserErasure = z.output<typeof UserErasure>;

export const listProjectUsers = internalEndpoint({
  id: "project-users",
  route: "GET /internal/projects/{projectId}/users",
  summary: "A project's users, by the time at which they were last seen",
  description:
    "A search looks at a bounded number of users: where few match, a page may be short, or empty, while `nextCursor` isn't null.",
  role: "member",
  path: project,
  query: z.object({
    limit: integer({ min: 1, max: limits.pageSizeMax, default: limits.pageSize, description: "Users per page." }),
    cursor: z.string().optional(),
    search: z.string().max(256).optional().meta({ description: "A part of ids or names, in any case." }),
    direction: z.enum(["asc", "desc"]).default("desc"),
    connected: flag("Only users who are connected to a room."),
  }),
  returns: z.object({ data: z.array(ProjectUser), nextCursor: z.string().nullable() }),
});

export const getProjectUser = internalEndpoint({
  id: "project-user",
  route: "GET /internal/projects/{projectId}/users/{userId}",
  summary: "A user of a project, with the rooms that they entered last",
  description: "Rooms are those of which the event log still tells. `seen` is null for a user who was never seen.",
  role: "member",
  path: user,
  returns: z.object({
    id: z.string(),
    ...profile,
    seen: z.object({ firstAt: instant, lastAt: instant }).nullable(),
    /** Whether the user is connected to a room now; null where a server does not answer. */
    connected: z.boolean().nullable(),
    /** Rooms that the user is connected to, those with the most connections of theirs first. */
    connectedRooms: z.array(z.object({ roomId: z.string(), connections: z.int() })),
    visitedRooms: z.array(z.object({ roomId: z.string(), enteredAt: instant })),
    /** The erasure that is under way. */
    erasure: UserErasure.nullable(),
  }),
});

export const listProjectUserThreads = internalEndpoint({
  id: "project-user-threads",
  route: "GET /internal/projects/{projectId}/users/{userId}/threads",
  summary: "Threads that a user takes part in, the latest change first",
  role: "member",
  path: user,
  query: z.object({
    limit: integer({ min: 1, max: limits.pageSizeMax, default: limits.pageSize, description: "Threads per page." }),
    cursor: z.string().optional(),
  }),
  returns: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        roomId: z.string(),
        resolved: z.boolean(),
        visibility: z.enum(["public", "private"]),
        createdAt: instant,
        updatedAt: instant,
        /** Comments that are not deleted, and those of them that the user wrote. */
        comments: z.int(),
        ownComments: z.int(),
        /** The beginning of the first comment. */
        excerpt: z.string(),
      }),
    ),
    nextCursor: z.string().nullable(),
  }),
});

export const eraseUser = internalEndpoint({
  id: "erase-user",
  route: "POST /internal/projects/{projectId}/users/{userId}/erase",
  summary: "Erase everything that is stored about a user of a project, in the background",
  role: "owner",
  path: user,
  body: z.object({ userId: StorableText.meta({ description: "The user's id, typed." }) }),
  returns: UserErasure,
  errors: ["CONFLICT", "PROJECT_CLOSED"],
});

export const listErasures = internalEndpoint({
  id: "user-erasures",
  route: "GET /internal/projects/{projectId}/user-erasures",
  summary: "List recent user erasures, newest first",
  role: "member",
  path: project,
  returns: z.array(UserErasure),
});

export const getErasure = internalEndpoint({
  id: "user-erasure",
  route: "GET /internal/projects/{projectId}/user-erasures/{erasureId}",
  summary: "How far the erasure of a user is",
  role: "member",
  path: z.object({ projectId: z.string(), erasureId: z.string() }),
  returns: UserErasure,
  errors: ["NOT_FOUND"],
});

export const userEndpoints = [
  listProjectUsers,
  getProjectUser,
  listProjectUserThreads,
  eraseUser,
  listErasures,
  getErasure,
] as const;
