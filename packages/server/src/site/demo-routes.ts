import { demoProjectId } from "@weft/collab";
import type { NotificationSettings, ProjectRecord } from "@weft/collab";
import {
  authorizeDemoUser,
  demoNotifications,
  demoPeople,
  demoRoomPrefix,
  notificationChannels,
  notifyDemoUser,
  WeftError,
} from "@weft/protocol";
import type { DemoNotificationKind } from "@weft/protocol";
import { implementSite, siteRoutesOf } from "./site-route.ts";
import type { SiteServices } from "./site-services.ts";

/** What examples need beside a public key: users, and notifications that a back end would trigger. */
export const demoRoutes = siteRoutesOf(
  implementSite(authorizeDemoUser, async ({ body: { userId } }, { site, tokens, now }) => {
    await demoProjectOf(site);
    const [id, suffix = ""] = userId.split(".");
    const { name, color } = demoPeople.find((person) => person.id === id)!;
    const grant = {
      userId,
      userInfo: { name, color },
      permissions: [[`${demoRoomPrefix(suffix)}*`, ["*:write"]]] as const,
    };
    return { token: await tokens.issueAccessToken(demoProjectId, grant, now()) };
  }),
  implementSite(notifyDemoUser, async ({ body: { userId, kind, index } }, { site, inbox, notificationSettings }) => {
    const project = await demoProjectOf(site);
    await addKinds(project, notificationSettings);
    const activityData = new Map(Object.entries(demoNotifications[kind][index]!));
    await inbox.trigger(project.id, { userId, kind, subjectId: `${kind.slice(1)}-${index}`, activityData });
    return {};
  }),
);

async function demoProjectOf(site: SiteServices): Promise<ProjectRecord> {
  const project = await site.projects.find(demoProjectId);
  if (project === undefined || project.deletesAt !== undefined || (await site.config()).demoPublicKey === null)
    throw new WeftError("NOT_FOUND", {
      message: "This server has no demo project.",
      suggestion: "Run the example with your own project.",
    });
  // Entering a room with a token creates the room, so tokens need what the public key needs for that.
  if (!project.publicKeyCreatesRooms)
    throw new WeftError("FORBIDDEN", {
      message: "Visitors cannot create rooms in the demo project.",
      suggestion: "Allow its public key to create rooms, in the settings of the demo project.",
    });
  return project;
}

/** Adds the kinds that the demo project does not have, batched and on every channel, so that users can choose channels. */
async function addKinds(project: ProjectRecord, settings: NotificationSettings): Promise<void> {
  const { customKinds, channels } = await settings.ofProject(project.id);
  const known = new Set(customKinds.map(({ kind }) => kind));
  const missing = (Object.keys(demoNotifications) as DemoNotificationKind[]).filter((kind) => !known.has(kind));
  if (missing.length === 0) return;
  const additions = new Map(missing.map((kind) => [kind, false]));
  await settings.changeProject(project, {
    customKinds: [...customKinds, ...missing.map((kind) => ({ kind, batched: true }))],
    channels: Object.fromEntries(
      notificationChannels.map((channel) => [channel, { kinds: new Map([...channels[channel].kinds, ...additions]) }]),
    ),
  });
}
