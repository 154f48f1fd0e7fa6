import { z } from "zod";
import { internalEndpoint } from "./internal-endpoint.ts";

const project = z.object({ projectId: z.string() });
const instant = z.iso.datetime();

/** What the event log tells of. */
export const platformEventKinds = [
  "userEntered",
  "userLeft",
  "roomCreated",
  "roomDeleted",
  "storageUpdated",
  "ydocUpdated",
  "versionCreated",
  "fileUploaded",
  "connectionLost",
  "entryRefused",
  "limitReached",
] as const;
export const PlatformEventKind = z.enum(platformEventKinds);
export type PlatformEventKind = z.output<typeof PlatformEventKind>;

export const PlatformEvent = z.object({
  id: z.string(),
  at: instant,
  kind: PlatformEventKind,
  roomId: z.string().nullable(),
  userId: z.string().nullable(),
  connectionId: z.int().nullable(),
  /** What the event carries: the number of connections, a close code, sizes. Never contents of rooms. */
  data: z.record(z.string(), z.unknown()),
});
export type PlatformEvent = z.output<typeof PlatformEvent>;

const page = {
  cursor: z.string().optional().meta({ description: "Further back: the `nextCursor` of the page before." }),
  from: instant.optional(),
  to: instant.optional(),
};

export const listEvents = internalEndpoint({
  id: "project-events",
  route: "GET /internal/projects/{projectId}/events",
  summary: "What happened in a project's rooms, newest first",
  role: "member",
  path: project,
  query: z.object({
    ...page,
    kind: z.string().optional().meta({ description: "Kinds, separated by commas." }),
    roomId: z.string().optional(),
    userId: z.string().optional(),
  }),
  returns: z.object({
    data: z.array(PlatformEvent),
    nextCursor: z.string().nullable(),
    retentionDays: z.int(),
  }),
});

/** A request to the REST API as its log shows it; headers, keys and bodies are not kept. */
export const RequestEntry = z.object({
  id: z.string(),
  at: instant,
  method: z.string(),
  /** The path's template. */
  path: z.string(),
  status: z.int(),
  durationMs: z.number(),
  /** The last four characters of the key. */
  key: z.string().nullable(),
  errorCode: z.string().nullable(),
});
export type RequestEntry = z.output<typeof RequestEntry>;

export const listRequests = internalEndpoint({
  id: "project-requests",
  route: "GET /internal/projects/{projectId}/requests",
  summary: "Requests to the REST API, newest first",
  role: "member",
  path: project,
  query: z.object({
    ...page,
    status: z.enum(["2xx", "3xx", "4xx", "5xx"]).optional(),
    method: z.string().optional(),
    path: z.string().optional(),
    errorCode: z.string().optional(),
  }),
  returns: z.object({ data: z.array(RequestEntry), nextCursor: z.string().nullable(), retentionDays: z.int() }),
});

export const analyticsMetrics = [
  "connectionsMax",
  "connectionsAverage",
  "activeUsers",
  "anonymousConnections",
  "roomsActive",
  "roomsCreated",
  "messages",
  "storageOps",
  "documentUpdates",
  "requests",
  "requestErrors",
  "socketErrors",
] as const;
export const AnalyticsMetric = z.enum(analyticsMetrics);

export const getAnalytics = internalEndpoint({
  id: "analytics",
  route: "GET /internal/projects/{projectId}/analytics",
  summary: "Series of what a project does",
  role: "member",
  path: project,
  query: z.object({
    metrics: z.string().optional().meta({ description: "Names of metrics, separated by commas; all by default." }),
    range: z.enum(["1h", "1d", "1w", "1mo"]).default("1d"),
    compare: z.enum(["previous"]).optional(),
  }),
  returns: z.object({
    from: instant,
    to: instant,
    stepMs: z.int(),
    /** Per metric one value per step, oldest first; `previous` is the period before. */
    series: z.array(
      z.object({ metric: AnalyticsMetric, values: z.array(z.number()), previous: z.array(z.number()).optional() }),
    ),
    topRooms: z.array(z.object({ id: z.string(), connections: z.int() })),
    topUsers: z.array(z.object({ id: z.string(), connections: z.int() })),
  }),
});

export const activityEndpoints = [listEvents, listRequests, getAnalytics] as const;
