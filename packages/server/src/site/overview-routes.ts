import type { ProjectRecord } from "@weft/collab";
import { getChecklist, getOverview, getUsage, plans, updateChecklist } from "@weft/protocol";
import type { Checklist } from "@weft/protocol";
import type { SiteContext } from "./site-context.ts";
import { implementSite, siteRoutesOf } from "./site-route.ts";

/** The overview of a project and its team: numbers, first steps, usage. */
export const overviewRoutes = siteRoutesOf(
  implementSite(getOverview, async ({ project }, { activity }) => {
    const { sizes, connections, dailyActiveUsers, recentErrors, ...numbers } = await activity.overview(project.id);
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
    const { activity } = services;
    if (body.copiedKey === true) await activity.setMark(project.id, "copiedKey", true);
    if (body.dismissed !== undefined) await activity.setMark(project.id, "dismissed", body.dismissed);
    return checklistOf(project, services);
  }),

  implementSite(getUsage, async ({ membership, query }, { activity, site }) => {
    const { team } = membership;
    const projects = await site.projects.ofTeam(team.id);
    const publicAccess = projects.some(({ publicKeyCreatesRooms }) => publicKeyCreatesRooms);
    return { ...(await activity.usage(projects, plans[team.plan], query.period)), publicAccess };
  }),
);

async function checklistOf(project: ProjectRecord, { activity, site }: SiteContext): Promise<Checklist> {
  const [marks, latestRoomId, projects] = await Promise.all([
    activity.marks(project.id),
    activity.latestRoom(project.id),
    project.team === undefined ? [] : site.projects.ofTeam(project.team),
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
