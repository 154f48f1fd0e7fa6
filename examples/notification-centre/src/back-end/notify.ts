import { Liveblocks } from "@liveblocks/node";
import { notices } from "./notices.ts";
import type { Notice } from "./notices.ts";

interface Project {
  readonly secretKey: string;
  readonly serverUrl: string;
}

/** What a back end does to notify a user: the kinds of a project's own take its secret key. */
export async function notify({ secretKey, serverUrl }: Project, { userId, kind, index }: Notice): Promise<void> {
  const activityData = notices[kind][index];
  if (activityData === undefined) throw new Error("There is no such notification.");
  const weft = new Liveblocks({ secret: secretKey, baseUrl: serverUrl });
  await weft.triggerInboxNotification({
    userId,
    kind,
    // Notifications of one subject are one entry of the inbox, if the kind is batched.
    subjectId: `${kind.slice(1)}-${index}`,
    activityData,
  });
}
