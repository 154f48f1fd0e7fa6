import { countRequests, getAnalytics, getEvent, getRequest, listEvents, listRequests } from "@weft/protocol";
import { implementSite, siteRoutesOf } from "./site-route.ts";

/** The activity of a project: events, requests and their counts. */
export const activityRoutes = siteRoutesOf(
  implementSite(listEvents, async ({ project, query }, { activity, planOf }) => {
    const { eventRetentionDays: retentionDays } = await planOf(project);
    return { ...(await activity.events(project.id, query)), retentionDays };
  }),

  implementSite(getEvent, ({ project, path }, { activity }) => activity.event(project.id, path.eventId)),

  implementSite(listRequests, async ({ project, query }, { activity, planOf }) => {
    const { eventRetentionDays: retentionDays } = await planOf(project);
    return { ...(await activity.requests(project.id, query)), retentionDays };
  }),

  implementSite(getRequest, ({ project, path }, { activity }) => activity.request(project.id, path.requestId)),

  implementSite(countRequests, async ({ project, query }, { activity, planOf }) => {
    const { eventRetentionDays } = await planOf(project);
    return activity.requestCounts(project.id, query, eventRetentionDays);
  }),

  implementSite(getAnalytics, ({ project, query }, { activity }) => activity.analytics(project.id, query)),
);
