import {
  getAnalytics,
  getChecklist,
  getOverview,
  getUsage,
  listEvents,
  listMessages,
  listProjectRooms,
  listRequests,
  plans,
  sendFeedback,
  sendSales,
  sendSupport,
  testAccess,
  updateChecklist,
  updateMessage,
} from "@weft/protocol";
import type { Checklist } from "@weft/protocol";
import type { ProjectRecord } from "@weft/collab";
import { routes } from "../../http/route.ts";
import type { Services } from "../../http/services.ts";
import { implementSite } from "../site-route.ts";

const sent = { sent: true } as const;

/** Logs, numbers and messages. */
export const activityRoutes = routes(
  implementSite(listEvents, async ({ project, query }, { activity }) => {
    const { eventRetentionDays: retentionDays } = await activity.planOf(project);
    return { ...(await activity.log.events(project.id, query)), retentionDays };
  }),

  implementSite(listRequests, async ({ project, query }, { activity }) => {
    const { eventRetentionDays: retentionDays } = await activity.planOf(project);
    return { ...(await activity.log.requests(project.id, query)), retentionDays };
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
    return activity.log.usage(projects, plans[team.plan], query.period);
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

function instant(at: number): string {
  return new Date(at).toISOString();
}
function instantOr(at: number | undefined): string | null {
  return at === undefined ? null : instant(at);
}
