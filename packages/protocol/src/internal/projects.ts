import { z } from "zod";
import { flag, integer } from "../endpoint.ts";
import { limits } from "../limits.ts";
import { StorableText } from "../storable.ts";
import { AllowedOrigin } from "./allowed-origin.ts";
import { internalEndpoint } from "./internal-endpoint.ts";
import { Done, ProjectName, ProjectType, RegionRestriction } from "./teams.ts";

const project = z.object({ projectId: z.string() });
const instant = z.iso.datetime();

export const Project = z.object({
  id: z.string(),
  teamId: z.string(),
  displayName: z.string(),
  type: ProjectType,
  regionRestriction: RegionRestriction,
  createdAt: instant,
  publicKey: z.string(),
  /** Public keys may enter rooms that do not exist yet, and so create them. */
  publicKeyCreatesRooms: z.boolean(),
  /** Seconds from a change of a room to the version of it that is made by itself; false for none. */
  versionCreationTimeout: z.union([z.int(), z.literal(false)]),
  /** Origins whose pages may use the public key; none: pages of every origin. */
  allowedOrigins: z.array(z.string()),
  /** When the data of a deleted project is deleted; null otherwise. Until then it is closed and can be restored. */
  deletesAt: instant.nullable(),
});
export type Project = z.output<typeof Project>;

export const getProject = internalEndpoint({
  id: "project",
  route: "GET /internal/projects/{projectId}",
  summary: "A project",
  role: "member",
  path: project,
  returns: Project,
});

export const updateProject = internalEndpoint({
  id: "update-project",
  route: "PATCH /internal/projects/{projectId}",
  summary: "Rename a project, or change its settings",
  role: "member",
  path: project,
  body: z.object({
    displayName: ProjectName.optional(),
    publicKeyCreatesRooms: z.boolean().optional(),
    versionCreationTimeout: z.union([z.int(), z.literal(false)]).optional(),
    allowedOrigins: z
      .array(AllowedOrigin)
      .max(limits.originsPerProject)
      .transform((origins) => [...new Set(origins)])
      .optional(),
  }),
  returns: Project,
});

export const deleteProject = internalEndpoint({
  id: "delete-project",
  route: "DELETE /internal/projects/{projectId}",
  summary: "Delete a project with its rooms and keys: a development project at once, another one after seven days",
  role: "owner",
  path: project,
  body: z.object({ displayName: z.string().meta({ description: "Its name, typed." }) }),
  returns: Done,
  errors: ["CONFLICT"],
});

export const restoreProject = internalEndpoint({
  id: "restore-project",
  route: "POST /internal/projects/{projectId}/restore",
  summary: "Undo the deletion of a project whose data is there still",
  role: "owner",
  path: project,
  returns: Project,
  errors: ["CONFLICT"],
});

export const transferProject = internalEndpoint({
  id: "transfer-project",
  route: "POST /internal/projects/{projectId}/transfer",
  summary: "Give a project to another team of which one is an owner, too",
  role: "owner",
  path: project,
  body: z.object({ teamId: StorableText }),
  returns: Project,
  errors: ["CONFLICT"],
});

/** An archive of what a project holds. */
export const ProjectExport = z.object({
  id: z.string(),
  state: z.enum(["waiting", "running", "done", "failed"]),
  requestedAt: instant,
  requestedBy: z.string().nullable(),
  roomsDone: z.int(),
  /** Null until they were counted. */
  roomsTotal: z.int().nullable(),
  sizeBytes: z.int().nullable(),
  finishedAt: instant.nullable(),
  /** When the file goes. */
  expiresAt: instant.nullable(),
  /** Why there is none. */
  failure: z.string().nullable(),
});
export type ProjectExport = z.output<typeof ProjectExport>;

export const listExports = internalEndpoint({
  id: "project-exports",
  route: "GET /internal/projects/{projectId}/exports",
  summary: "A project's exports, newest first; the file of each is below its id",
  role: "member",
  path: project,
  returns: z.array(ProjectExport),
});

export const requestExport = internalEndpoint({
  id: "request-export",
  route: "POST /internal/projects/{projectId}/exports",
  summary: "Have everything in a project written into one file, in the background",
  role: "owner",
  path: project,
  returns: ProjectExport,
  errors: ["CONFLICT"],
});

/** A key as the dashboard shows it. */
export const ApiKey = z.object({
  id: z.string(),
  kind: z.enum(["public", "secret"]),
  name: z.string(),
  /** Public keys whole; of secret ones nothing but the last four characters. */
  key: z.string().nullable(),
  lastFour: z.string(),
  createdAt: instant,
  createdBy: z.string().nullable(),
  lastUsedAt: instant.nullable(),
  /** Where a secret key was last used from: the network of the address, never the address itself. */
  lastUsedFrom: z.string().nullable(),
  /** When a rolled key ends. */
  expiresAt: instant.nullable(),
  active: z.boolean(),
  /** A secret key that a browser has sent. */
  seenInBrowser: z.boolean(),
});
export type ApiKey = z.output<typeof ApiKey>;

const key = z.object({ projectId: z.string(), keyId: z.string() });
const ShownOnce = z.object({
  key: ApiKey,
  /** The key itself, shown this once. */
  secret: z.string(),
});

export const listKeys = internalEndpoint({
  id: "project-keys",
  route: "GET /internal/projects/{projectId}/keys",
  summary: "A project's keys that work",
  role: "member",
  path: project,
  returns: z.array(ApiKey),
});

export const createKey = internalEndpoint({
  id: "create-key",
  route: "POST /internal/projects/{projectId}/keys",
  summary: "Create a further secret key",
  role: "member",
  path: project,
  body: z.object({ name: StorableText.trim().min(1).max(limits.keyNameLength) }),
  returns: ShownOnce,
  errors: ["CONFLICT"],
});

/** Minutes for which a rolled key continues to work beside the new one. */
export const rollGraces = [0, 15, 60, 360, 1_440] as const;

export const rollKey = internalEndpoint({
  id: "roll-key",
  route: "POST /internal/projects/{projectId}/keys/{keyId}/roll",
  summary: "Replace a key; the old one works on for a while",
  role: "member",
  path: key,
  body: z.object({ graceMinutes: z.union(rollGraces.map((minutes) => z.literal(minutes))) }),
  returns: ShownOnce,
});

export const revokeKey = internalEndpoint({
  id: "revoke-key",
  route: "DELETE /internal/projects/{projectId}/keys/{keyId}",
  summary: "End a secret key at once",
  role: "member",
  path: key,
  returns: Done,
  errors: ["CONFLICT"],
});

export const revokeTokens = internalEndpoint({
  id: "revoke-tokens",
  route: "POST /internal/projects/{projectId}/tokens/revoke",
  summary: "End every access and ID token issued so far, and disconnect everyone who is in a room",
  role: "owner",
  path: project,
  returns: Done,
});

export const updateKey = internalEndpoint({
  id: "update-key",
  route: "PATCH /internal/projects/{projectId}/keys/{keyId}",
  summary: "Rename a key, or switch a public key on and off",
  role: "member",
  path: key,
  body: z.object({
    name: StorableText.trim().min(1).max(limits.keyNameLength).optional(),
    active: z.boolean().optional(),
  }),
  returns: ApiKey,
});

export const Checklist = z.object({
  dismissed: z.boolean(),
  /** When each step was first seen done; null while it is not. */
  steps: z.object({
    createdProject: instant,
    copiedKey: instant.nullable(),
    firstConnection: instant.nullable(),
    roomWithTwoPeople: instant.nullable(),
    tokenIssued: instant.nullable(),
    productionProject: instant.nullable(),
  }),
  /** The room of the latest connection, for the quickstart. */
  latestRoomId: z.string().nullable(),
});
export type Checklist = z.output<typeof Checklist>;

export const getChecklist = internalEndpoint({
  id: "checklist",
  route: "GET /internal/projects/{projectId}/checklist",
  summary: "What of the quickstart is done",
  role: "member",
  path: project,
  returns: Checklist,
});

export const updateChecklist = internalEndpoint({
  id: "update-checklist",
  route: "PATCH /internal/projects/{projectId}/checklist",
  summary: "Dismiss the checklist, or note that a key was copied",
  role: "member",
  path: project,
  body: z.object({ dismissed: z.boolean().optional(), copiedKey: z.literal(true).optional() }),
  returns: Checklist,
});

/** A room as the rooms explorer lists it. */
export const RoomSummary = z.object({
  id: z.string(),
  createdAt: instant,
  lastConnectionAt: instant.nullable(),
  access: z.enum(["public", "private"]),
  metadata: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  organizationId: z.string(),
  /** Null where the server that has the room does not answer. */
  connectedNow: z.int().nullable(),
  storageBytes: z.int(),
  documentBytes: z.int(),
});
export type RoomSummary = z.output<typeof RoomSummary>;

export const listProjectRooms = internalEndpoint({
  id: "project-rooms",
  route: "GET /internal/projects/{projectId}/rooms",
  summary: "A project's rooms, with who is in them and how large they are",
  description:
    "By activity, newest first, rooms that have connections come first. A page looks at a bounded number of rooms: where few match, it may be short, or empty, while `nextCursor` isn't null.",
  role: "member",
  path: project,
  query: z.object({
    limit: integer({ min: 1, max: limits.pageSizeMax, default: limits.pageSize, description: "Rooms per page." }),
    cursor: z.string().optional(),
    query: z.string().optional().meta({ description: "A filter in the REST query language." }),
    prefix: z.string().optional().meta({ description: "What the ids begin with." }),
    search: z.string().max(limits.roomIdLength).optional().meta({ description: "A part of the ids, in any case." }),
    sort: z.enum(["activity", "created", "id"]).default("activity").meta({
      description: "`activity` is the last connection, or the creation of a room without one.",
    }),
    direction: z.enum(["asc", "desc"]).default("desc"),
    connected: flag("Only rooms that have connections."),
    access: z.enum(["public", "private"]).optional().meta({ description: "Whether rooms have default accesses." }),
    userId: z.string().optional(),
    groupIds: z.string().optional(),
    organizationId: z.string().optional(),
  }),
  returns: z.object({ data: z.array(RoomSummary), nextCursor: z.string().nullable() }),
});

/** Who would get into a room, and why. */
export const testAccess = internalEndpoint({
  id: "test-access",
  route: "POST /internal/projects/{projectId}/rooms/{roomId}/access-test",
  summary: "Whether a user of these groups may enter a room",
  role: "member",
  path: z.object({ projectId: z.string(), roomId: z.string() }),
  body: z.object({ userId: StorableText, groupIds: z.array(StorableText).max(limits.tokenGroups).default([]) }),
  returns: z.object({
    enters: z.boolean(),
    permissions: z.array(z.string()),
    /** The rules that decided, each in a sentence. */
    because: z.array(z.string()),
  }),
});

/** Numbers and strips of a project's overview. */
export const getOverview = internalEndpoint({
  id: "project-overview",
  route: "GET /internal/projects/{projectId}/overview",
  summary: "A project's key numbers, each beside the period before",
  role: "member",
  path: project,
  returns: z.object({
    connectedNow: z.int(),
    /** A server did not answer: its connections are not counted. */
    connectedNowIsPartial: z.boolean(),
    activeUsersToday: z.object({ value: z.int(), before: z.int() }),
    activeUsers30d: z.object({ value: z.int(), before: z.int() }),
    roomsActiveToday: z.object({ value: z.int(), before: z.int() }),
    textEditorBytes: z.int(),
    customAppBytes: z.int(),
    /** Five-minute buckets of the last 24 hours. */
    connections: z.array(z.object({ at: instant, value: z.int() })),
    /** The last 30 days. */
    dailyActiveUsers: z.array(z.object({ at: instant, value: z.int() })),
    recentErrors: z.array(z.object({ code: z.string(), count: z.int(), lastAt: instant })),
  }),
});

export const projectEndpoints = [
  getProject,
  updateProject,
  deleteProject,
  restoreProject,
  transferProject,
  listExports,
  requestExport,
  listKeys,
  createKey,
  rollKey,
  revokeKey,
  revokeTokens,
  updateKey,
  getChecklist,
  updateChecklist,
  listProjectRooms,
  testAccess,
  getOverview,
] as const;
