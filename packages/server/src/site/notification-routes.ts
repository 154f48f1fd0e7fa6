import type { ProjectNotificationSettings } from "@weft/collab";
import { getProjectNotifications, updateProjectNotifications } from "@weft/protocol";
import type { ProjectNotifications } from "@weft/protocol";
import { audited, implementSite, siteRoutesOf } from "./site-route.ts";

/** How the users of a project are notified. */
export const notificationRoutes = siteRoutesOf(
  implementSite(getProjectNotifications, async ({ project }, { notificationSettings }) =>
    describe(await notificationSettings.ofProject(project.id)),
  ),
  implementSite(
    updateProjectNotifications,
    async ({ account, project, membership, body }, { notificationSettings, site }) => {
      const effects = audited(site, membership.team.id, account, "project.notificationsUpdated");
      return describe(await notificationSettings.changeProject(project, body, effects));
    },
  ),
);

function describe({ channels, customKinds, delayMs }: ProjectNotificationSettings): ProjectNotifications {
  const { email, slack, teams, webPush } = channels;
  const channel = ({ enabled, kinds }: typeof email) => ({ enabled, kinds: Object.fromEntries(kinds) });
  return {
    channels: { email: channel(email), slack: channel(slack), teams: channel(teams), webPush: channel(webPush) },
    customKinds: customKinds.map(({ kind, batched }) => ({ kind, batched })),
    delayMs,
  };
}
