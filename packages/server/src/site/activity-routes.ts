import {
  countRequests,
  getAnalytics,
  getEvent,
  getRequest,
  listEventDeliveries,
  listEvents,
  listRequests,
} from "@weft/protocol";
import { implementSite, siteRoutesOf } from "./site-route.ts";

/** The activity of a project: events, requests and their counts. */
export const activityRoutes = siteRoutesOf(
  implementSite(listEvents, async ({ project, query }, { activity, retentionOf }) => {
    const { events: retentionDays } = await retentionOf(project);
    return { ...(await activity.events(project.id, query)), retentionDays };
  }),

  implementSite(getEvent, ({ project, path }, { activity }) => activity.event(project.id, path.eventId)),

  implementSite(listEventDeliveries, async ({ project, path }, { activity, eventDeliveries }) => {
    // Whatever waits to be listed is listed first.
    await activity.event(project.id, path.eventId);
    return eventDeliveries.of(project.id, path.eventId);
  }),

  implementSite(listRequests, async ({ project, query }, { activity, retentionOf }) => {
    const { requestLogs: retentionDays } = await retentionOf(project);
    return { ...(await activity.requests(project.id, query)), retentionDays };
  }),

  implementSite(getRequest, ({ project, path }, { activity }) => activity.request(project.id, path.requestId)),

  implementSite(countRequests, async ({ project, query }, { activity, retentionOf }) => {
    const { requestLogs } = await retentionOf(project);
    return activity.requestCounts(project.id, query, requestLogs);
  }),

  implementSite(getAnalytics, ({ project, query }, { activity }) => activity.analytics(project.id, query)),
);
