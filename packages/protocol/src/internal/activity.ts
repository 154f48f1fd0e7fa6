import { z } from "zod";
import { limits } from "../limits.ts";
import { WebhookDelivery } from "../webhook-endpoint.ts";
import { internalEndpoint } from "./internal-endpoint.ts";

const project = z.object({ projectId: z.string() });
const instant = z.iso.datetime();

/** Kinds of events in the event log. */
export const platformEventKinds = [
  "userEntered",
  "userLeft",
  "roomCreated",
  "roomDeleted",
  "storageUpdated",
  "ydocUpdated",
  "threadCreated",
  "threadDeleted",
  "threadMetadataUpdated",
  "threadMarkedAsResolved",
  "threadMarkedAsUnresolved",
  "commentCreated",
  "commentEdited",
  "commentDeleted",
  "commentMetadataUpdated",
  "commentReactionAdded",
  "commentReactionRemoved",
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
    connectionId: z
      .string()
      .regex(/^\d{1,15}$/, "must be the number of a connection.")
      .optional(),
    text: z
      .string()
      .max(limits.logSearchLength)
      .optional()
      .meta({ description: "Text in the room, the user, the code or what the event carries." }),
  }),
  returns: z.object({
    data: z.array(PlatformEvent),
    nextCursor: z.string().nullable(),
    retentionDays: z.int(),
  }),
});

export const getEvent = internalEndpoint({
  id: "project-event",
  route: "GET /internal/projects/{projectId}/events/{eventId}",
  summary: "One event",
  role: "member",
  path: z.object({ projectId: z.string(), eventId: z.string() }),
  returns: PlatformEvent,
  errors: ["NOT_FOUND"],
});

/** A delivery that an event caused. */
export const EventDelivery = z.object({
  webhookId: z.string(),
  /** Where the endpoint's deliveries are sent now. */
  url: z.string(),
  delivery: WebhookDelivery,
  /** The endpoint's throttle combined this event with earlier ones of its room: the delivery has the time of the latest. */
  isCombined: z.boolean(),
});
export type EventDelivery = z.output<typeof EventDelivery>;

export const listEventDeliveries = internalEndpoint({
  id: "project-event-deliveries",
  route: "GET /internal/projects/{projectId}/events/{eventId}/deliveries",
  summary: "The webhook deliveries that an event caused, one for each endpoint that was subscribed to it",
  role: "member",
  path: z.object({ projectId: z.string(), eventId: z.string() }),
  returns: z.array(EventDelivery),
  errors: ["NOT_FOUND"],
});

/** A request to the REST API as its log lists it. */
export const RequestEntry = z.object({
  id: z.string(),
  at: instant,
  method: z.string(),
  /** The path's template. */
  path: z.string(),
  /** Path and query as they were sent, without credentials; null where they are not kept. */
  url: z.string().nullable(),
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
    path: z.string().max(limits.logSearchLength).optional().meta({ description: "A part of the path's template." }),
    errorCode: z.string().optional(),
    key: z.string().optional().meta({ description: "The last four characters of a key." }),
    requestId: z.string().optional(),
  }),
  returns: z.object({ data: z.array(RequestEntry), nextCursor: z.string().nullable(), retentionDays: z.int() }),
});

/** Text as it was sent, without secrets, and cut; null where it was no text. */
const Sent = z.object({ bytes: z.int(), text: z.string().nullable(), isCut: z.boolean() });
export type SentText = z.output<typeof Sent>;

/** What was in a request and in its answer. Values of credentials are replaced before they are kept. */
export const RequestContents = z.object({
  /** Path and query, as they were sent. */
  url: z.string(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  body: Sent.nullable(),
  answer: Sent.nullable(),
});
export type RequestContents = z.output<typeof RequestContents>;

export const getRequest = internalEndpoint({
  id: "project-request",
  route: "GET /internal/projects/{projectId}/requests/{requestId}",
  summary: "One request, with what was in it",
  role: "member",
  path: z.object({ projectId: z.string(), requestId: z.string() }),
  returns: z.object({
    entry: RequestEntry,
    /** The address of the call's page in the reference. */
    endpointId: z.string().nullable(),
    /** Null when they are not kept: those of the newest requests are, and only of so many at once. */
    contents: RequestContents.nullable(),
  }),
  errors: ["NOT_FOUND"],
});

export const countRequests = internalEndpoint({
  id: "project-request-counts",
  route: "GET /internal/projects/{projectId}/requests/counts",
  summary: "How many requests to the REST API there were, by class of status",
  description: "By the minute, or by longer steps where the time is long. Without a time: the last hour.",
  role: "member",
  path: project,
  query: z.object({ from: instant.optional(), to: instant.optional() }),
  returns: z.object({
    from: instant,
    to: instant,
    stepMs: z.int(),
    /** One value per step, oldest first. */
    counts: z.object({
      "2xx": z.array(z.int()),
      "3xx": z.array(z.int()),
      "4xx": z.array(z.int()),
      "5xx": z.array(z.int()),
    }),
    /** Of all these, how many the log does not list. */
    unlisted: z.int(),
  }),
});

export const analyticsMetrics = [
  "connectionsMax",
  "connectionsAverage",
  "activeUsers",
  "anonymousConnections",
  "roomsActive",
  "roomsCreated",
  "peoplePerRoom",
  "messages",
  "messagesPerSecond",
  "storageOps",
  "documentUpdates",
  "requestsDone",
  "requestsRedirected",
  "requestsRefused",
  "requestsFailed",
  "socketErrors",
  "comments",
  "threads",
  "reactions",
  "notificationsEmail",
  "notificationsSlack",
  "notificationsTeams",
  "notificationsWebPush",
  "notificationsOfThreads",
  "notificationsOfTextMentions",
  "notificationsOfCustomKinds",
  "webhooksDelivered",
  "webhooksRetried",
  "webhooksFailed",
  "aiMessages",
  "aiInputTokens",
  "aiOutputTokens",
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
    range: z.enum(["1h", "1d", "1w", "1mo", "custom"]).default("1d"),
    from: instant.optional().meta({ description: "Where a custom range begins." }),
    to: instant.optional().meta({ description: "Where a custom range ends; now, when left out." }),
    compare: z.enum(["previous"]).optional(),
    roomId: z.string().optional().meta({
      description: "One room: series of what is counted by room, in steps of a day. Other metrics are left out.",
    }),
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
    /** Why connections were refused, lost or ended, the most frequent first. */
    socketErrors: z.array(z.object({ code: z.string(), count: z.int() })),
    /** Users with an id who were connected on one of the last days, up to the end; null for one room. */
    activeUsers: z.object({ day: z.int(), week: z.int(), month: z.int() }).nullable(),
  }),
});

export const activityEndpoints = [
  listEvents,
  getEvent,
  listEventDeliveries,
  listRequests,
  getRequest,
  countRequests,
  getAnalytics,
] as const;
