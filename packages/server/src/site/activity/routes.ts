import {
  countRequests,
  getAnalytics,
  getChecklist,
  getEvent,
  getOverview,
  getRequest,
  getUsage,
  getVersionStorage,
  listEvents,
  listMessages,
  listProjectRooms,
  listRequests,
  nodeTypeKeyFor,
  plans,
  sendFeedback,
  sendSales,
  sendSupport,
  testAccess,
  updateChecklist,
  updateMessage,
  WeftError,
} from "@weft/protocol";
import type { Checklist, VerboseNode } from "@weft/protocol";
import type { ProjectRecord } from "@weft/collab";
import { Encoded, routes } from "../../http/route.ts";
import type { Services } from "../../http/services.ts";
import { encodeInSlices, storageDocument } from "../../http/storage-document.ts";
import { implementSite } from "../site-route.ts";

const sent = { sent: true } as const;

/** Logs, numbers and messages. */
export const activityRoutes = routes(
  implementSite(listEvents, async ({ project, query }, { activity }) => {
    const { eventRetentionDays: retentionDays } = await activity.planOf(project);
    return { ...(await activity.log.events(project.id, query)), retentionDays };
  }),

  implementSite(getEvent, ({ project, path }, { activity }) => activity.log.event(project.id, path.eventId)),

  implementSite(listRequests, async ({ project, query }, { activity }) => {
    const { eventRetentionDays: retentionDays } = await activity.planOf(project);
    return { ...(await activity.log.requests(project.id, query)), retentionDays };
  }),

  implementSite(getRequest, ({ project, path }, { activity }) => activity.log.request(project.id, path.requestId)),

  implementSite(countRequests, async ({ project, query }, { activity }) => {
    const { eventRetentionDays } = await activity.planOf(project);
    return activity.log.requestCounts(project.id, query, eventRetentionDays);
  }),

  implementSite(getVersionStorage, async ({ project, path }, { rooms, versions }) => {
    const room = await rooms.find(project.id, path.roomId);
    if (room === undefined) throw new WeftError("ROOM_NOT_FOUND");
    const lines = await versions.storage({ project: project.id, room: room.id }, path.versionId);
    const document = storageDocument(nodesIn(lines), { kind: "lson", nodeTypeKey: nodeTypeKeyFor({}) });
    return new Encoded(await encodeInSlices(document));
  }),

  implementSite(getAnalytics, ({ project, query }, { activity }) => activity.log.analytics(project.id, query)),

  implementSite(getOverview, async ({ project }, { activity }) => {
    const { sizes, connections, dailyActiveUsers, recentErrors, ...numbers } = await activity.log.overview(project.id);
    return {
      ...numbers,
      textEditorBytes: sizes.documentBytes,
      customAppBytes: sizes.storageBytes,
      connections: connections.map(({ at, value }) => ({ at: instant(at), value })),
      dailyActiveUsers: dailyActiveUsers.map(({ at, value }) => ({ at: instant(at), value })),
      recentErrors: recentErrors.map(({ code, count, lastAt }) => ({ code, count, lastAt: instant(lastAt) })),
    };
  }),

  implementSite(getChecklist, ({ project }, services) => checklistOf(project, services)),

  implementSite(updateChecklist, async ({ project, body }, services) => {
    const { log } = services.activity;
    if (body.copiedKey === true) await log.setMark(project.id, "copiedKey", true);
    if (body.dismissed !== undefined) await log.setMark(project.id, "dismissed", body.dismissed);
    return checklistOf(project, services);
  }),

  implementSite(listProjectRooms, ({ project, query }, { activity }) => activity.rooms.list(project.id, query)),

  implementSite(testAccess, ({ project, path, body }, { activity }) =>
    activity.rooms.testAccess(project.id, path.roomId, body),
  ),

  implementSite(getUsage, async ({ membership, query }, { activity, site }) => {
    const { team } = membership;
    const projects = await site.projects.projectsOf(team.id);
    const publicAccess = projects.some(({ publicKeyCreatesRooms }) => publicKeyCreatesRooms);
    return { ...(await activity.log.usage(projects, plans[team.plan], query.period)), publicAccess };
  }),

  implementSite(sendSupport, async ({ body }, { activity }) => {
    await activity.messages.support(body);
    return sent;
  }),
  implementSite(sendSales, async ({ body }, { activity }) => {
    await activity.messages.sales(body);
    return sent;
  }),
  implementSite(sendFeedback, async ({ body }, { activity }) => {
    await activity.messages.feedback(body);
    return sent;
  }),
  implementSite(listMessages, ({ query }, { activity }) => activity.messages.list(query)),
  implementSite(updateMessage, ({ path, body }, { activity }) =>
    activity.messages.setState(path.messageId, body.state),
  ),
);

async function checklistOf(project: ProjectRecord, { activity, site }: Services): Promise<Checklist> {
  const [marks, latestRoomId, projects] = await Promise.all([
    activity.log.marks(project.id),
    activity.log.latestRoom(project.id),
    project.team === undefined ? [] : site.projects.projectsOf(project.team),
  ]);
  const inProduction = projects.filter(({ type }) => type === "prod").map(({ createdAt }) => createdAt);
  const marked = (mark: Parameters<typeof marks.get>[0]) => instantOr(marks.get(mark));
  return {
    dismissed: marks.has("dismissed"),
    steps: {
      createdProject: instant(project.createdAt),
      copiedKey: marked("copiedKey"),
      firstConnection: marked("firstConnection"),
      roomWithTwoPeople: marked("roomWithTwoPeople"),
      tokenIssued: marked("tokenIssued"),
      productionProject: inProduction.length === 0 ? null : instant(Math.min(...inProduction)),
    },
    latestRoomId: latestRoomId ?? null,
  };
}

/** The nodes of a version, a line each, in the order in which a document is written. */
function* nodesIn(lines: Uint8Array): Iterable<VerboseNode> {
  const text = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength).toString();
  for (let at = 0; at < text.length;) {
    const end = text.indexOf("\n", at);
    yield JSON.parse(text.slice(at, end)) as VerboseNode;
    at = end + 1;
  }
}

function instant(at: number): string {
  return new Date(at).toISOString();
}
function instantOr(at: number | undefined): string | null {
  return at === undefined ? null : instant(at);
}
