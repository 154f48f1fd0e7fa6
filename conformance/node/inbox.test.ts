import { serverLimits } from "@weft/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Lobby } from "../support/lobby.ts";
import { openLobby } from "../support/lobby.ts";

let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

let users = 0;
const newUser = () => `user ${users++}/%é😀`;
const file = { kind: "$fileUploaded", subjectId: "file-7" } as const;

describe("inbox notifications over REST", () => {
  test("[IN1] are triggered with and without a room, found, and filtered by unread", async () => {
    const [userId, roomId] = [newUser(), await lobby.newRoom()];
    const data = { file: "plan.pdf", size: 12, ok: true };
    await lobby.api.triggerInboxNotification({ userId, ...file, activityData: data });
    await lobby.api.triggerInboxNotification({ userId, ...file, roomId, activityData: { file: "b" } });
    const all = await lobby.api.getInboxNotifications({ userId });
    expect(new Set(all.data.map(({ roomId: of }) => of ?? null))).toEqual(new Set([null, roomId]));
    expect(all.data.find((one) => one.roomId !== roomId)).toMatchObject({
      ...file,
      notifiedAt: expect.any(Date),
      readAt: null,
      activities: [{ createdAt: expect.any(Date), data }],
    });
    const { id } = all.data[0]!;
    expect(await lobby.api.getInboxNotification({ userId, inboxNotificationId: id })).toEqual(all.data[0]);
    const read = await fetch(`${lobby.server.url}/v2/inbox-notifications/${id}/read`, {
      method: "POST",
      headers: { Authorization: `Bearer ${lobby.server.secretKey}` },
    });
    expect([read.status, await read.text()]).toEqual([200, ""]);
    const unread = await lobby.api.getInboxNotifications({ userId, query: { unread: true } });
    expect(unread.data).toEqual([all.data[1]]);
    const readOnes = await lobby.api.getInboxNotifications({ userId, query: { unread: false } });
    expect(readOnes.data).toMatchObject([{ id, readAt: expect.any(Date) }]);
    const nowhere = lobby.api.triggerInboxNotification({ userId, ...file, roomId: "nowhere", activityData: {} });
    await expect(nowhere).rejects.toMatchObject({ status: 404 });
    const wrong = { userId, kind: "$bad kind" as "$bad", subjectId: "s", activityData: {} };
    await expect(lobby.api.triggerInboxNotification(wrong)).rejects.toMatchObject({ status: 422 });
  });

  test("[HE44] are triggered in the largest burst that a key may make, and none is lost", async () => {
    // A server of its own: the burst of its key is untouched.
    await using fresh = await openLobby({
      limits: { unauthenticatedPerAddress: serverLimits.unauthenticatedPerAddress },
    });
    const userIds = Array.from({ length: 4 }, newUser);
    const outcomes = await Promise.allSettled(
      Array.from({ length: serverLimits.restRateBurst }, (_, n) =>
        fresh.api.triggerInboxNotification({ userId: userIds[n % 4]!, ...file, subjectId: `s${n}`, activityData: {} }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);
    // Above the rate, the answer says when to retry.
    const statuses = await Promise.all(
      Array.from({ length: serverLimits.restRateBurst }, async () => {
        const response = await fetch(`${fresh.server.url}/v2/rooms?limit=1`, {
          headers: { Authorization: `Bearer ${fresh.server.secretKey}` },
        });
        await response.arrayBuffer();
        return response.status === 429 ? Number(response.headers.get("retry-after")) > 0 : response.ok;
      }),
    );
    expect(statuses.filter((answered) => !answered)).toEqual([]);
  });

  test("[IN1] are followed page by page, newest first, each once", async () => {
    const userId = newUser();
    for (let n = 0; n < 120; n += 10)
      await Promise.all(
        Array.from({ length: 10 }, (_, at) =>
          lobby.api.triggerInboxNotification({ userId, ...file, activityData: { n: n + at } }),
        ),
      );
    const seen: { readonly id: string; readonly at: number }[] = [];
    for await (const { id, notifiedAt } of lobby.api.iterInboxNotifications({ userId }))
      seen.push({ id, at: notifiedAt.getTime() });
    expect([seen.length, new Set(seen.map(({ id }) => id)).size]).toEqual([120, 120]);
    expect(seen.map(({ at }) => at)).toEqual(seen.map(({ at }) => at).toSorted((one, other) => other - one));
  });

  test("[IN3] are deleted one by one, and all at once", async () => {
    const userId = newUser();
    for (const n of [1, 2, 3]) await lobby.api.triggerInboxNotification({ userId, ...file, activityData: { n } });
    const [first] = (await lobby.api.getInboxNotifications({ userId })).data;
    const name = { userId, inboxNotificationId: first!.id };
    await lobby.api.deleteInboxNotification(name);
    await expect(lobby.api.deleteInboxNotification(name)).rejects.toMatchObject({ status: 404 });
    await expect(lobby.api.getInboxNotification(name)).rejects.toMatchObject({ status: 404 });
    expect((await lobby.api.getInboxNotifications({ userId })).data).toHaveLength(2);
    for (let n = 0; n < 2; n++) await lobby.api.deleteAllInboxNotifications({ userId });
    expect(await lobby.api.getInboxNotifications({ userId })).toEqual({ data: [], nextCursor: null });
  });
});

describe("notification settings over REST", () => {
  test("[NS1] start with the project's defaults, are merged, and are reset", async () => {
    const userId = newUser();
    const off = { thread: false, textMention: false };
    const defaults = { email: { thread: true, textMention: true }, slack: off, teams: off, webPush: off };
    expect(await lobby.api.getNotificationSettings({ userId })).toMatchObject(defaults);
    const change = { email: { thread: false }, slack: { textMention: true } };
    const changed = { ...defaults, email: { thread: false, textMention: true }, slack: { ...off, textMention: true } };
    expect(await lobby.api.updateNotificationSettings({ userId, data: change })).toMatchObject(changed);
    expect(await lobby.api.getNotificationSettings({ userId })).toMatchObject(changed);
    await lobby.api.deleteNotificationSettings({ userId });
    expect(await lobby.api.getNotificationSettings({ userId })).toMatchObject(defaults);
    const unknown = lobby.api.updateNotificationSettings({ userId, data: { email: { $unknown: true } } });
    await expect(unknown).rejects.toMatchObject({ status: 422 });
  });
});
