import { nodesIn, storageDocument } from "@weft/crdt";
import {
  countRequests,
  disconnectUser,
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
  restoreVersion,
  sendFeedback,
  sendSales,
  sendSupport,
  testAccess,
  updateChecklist,
  updateMessage,
  WeftError,
} from "@weft/protocol";
import type { Checklist, RoomAddress } from "@weft/protocol";
import type { ProjectRecord } from "@weft/collab";
import { Encoded } from "../../http/route.ts";
import { encodeInSlices } from "../../text-in-slices.ts";
import { actorOf, implementSite, siteRoutesOf } from "../site-route.ts";
import type { SiteContext } from "../site-context.ts";

const sent = { sent: true } as const;

/** Logs, numbers and messages. */
export const activityRoutes = siteRoutesOf(
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

  implementSite(getVersionStorage, async ({ project, path }, services) => {
    const lines = await services.versions.storage(await existing(project, path.roomId, services), path.versionId);
    const document = storageDocument(nodesIn(lines), { kind: "lson", nodeTypeKey: nodeTypeKeyFor({}) });
    return new Encoded(await encodeInSlices(document));
  }),

  implementSite(restoreVersion, async (call, services) => {
    const { project, path, membership } = call;
    if (project.deletesAt !== undefined) throw new WeftError("PROJECT_CLOSED");
    const room = await existing(project, path.roomId, services);
    const { id } = await services.versions.restore(room, path.versionId);
    const target = { kind: "room", id: room.room };
    await services.site.teams.note(membership.team.id, actorOf(call), "api.restore-version", target);
    return { previousVersionId: id };
  }),

  implementSite(disconnectUser, async (call, services) => {
    const { project, path, membership } = call;
    if (project.deletesAt !== undefined) throw new WeftError("PROJECT_CLOSED");
    const room = await existing(project, path.roomId, services);
    if (!(await services.gateway.disconnect(room, Number(path.connectionId))))
      throw new WeftError("RESOURCE_NOT_FOUND", { message: "This connection is gone." });
    const target = { kind: "room", id: room.room };
    await services.site.teams.note(membership.team.id, actorOf(call), "api.disconnect-user", target);
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

async function checklistOf(project: ProjectRecord, { activity, site }: SiteContext): Promise<Checklist> {
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

async function existing({ id }: ProjectRecord, roomId: string, { rooms }: SiteContext): Promise<RoomAddress> {
  const room = await rooms.find(id, roomId);
  if (room === undefined) throw new WeftError("ROOM_NOT_FOUND");
  return { project: id, room: room.id };
}

function instant(at: number): string {
  return new Date(at).toISOString();
}
function instantOr(at: number | undefined): string | null {
  return at === undefined ? null : instant(at);
}
