import type { ProjectId, RoomId } from "@weft/protocol";
import { CommentBody } from "@weft/protocol";
import { newRoom } from "@weft/collab/suites/new-room.ts";
import type { ExportPage } from "@weft/collab";
import { describe, expect, test } from "vitest";
import { adapters } from "../testing/adapters.ts";

const project = "p" as ProjectId;
const room = { project, room: "r" as RoomId };
const body = CommentBody.parse({ version: 1, content: [{ type: "paragraph", children: [{ text: "Hello" }] }] });

/** Every row, a page of two at a time. */
async function all<Row, Place>(read: (after: Place | undefined) => Promise<ExportPage<Row, Place>>) {
  const rows: Row[] = [];
  for (let after: Place | undefined; ;) {
    const page = await read(after);
    rows.push(...page.rows);
    if (page.next === undefined) return rows;
    expect(page.rows).toHaveLength(2);
    after = page.next;
  }
}

describe.each(adapters)("%s", (_, open) => {
  test("[EX2] what belongs to users is read page by page, each row once, of one project or room alone", async () => {
    await using opened = await open();
    const { exportContents, inbox, notificationSettings, rooms, threads } = opened.store;
    const other = { project: "q" as ProjectId, room: "r" as RoomId };
    const users = ["ada", "barbara", "grace"];
    for (const address of [room, other]) {
      await rooms.insert(address.project, newRoom(address.room));
      for (const userId of users) {
        const comment = { id: `cm ${userId}`, userId, createdAt: 1, body, metadata: new Map(), attachments: [] };
        await threads.write(address, {
          after: {
            id: `th ${userId}`,
            room: address.room,
            createdAt: 1,
            updatedAt: 1,
            resolved: false,
            visibility: "public",
            metadata: new Map(),
            comments: [{ ...comment, reactions: [] }],
            revision: 0,
          },
          now: 1,
          subscribe: users.map((subscriber) => ({ userId: subscriber, reason: "mention", createdAt: 1 })),
        });
        await inbox.insertCustom({
          project: address.project,
          userId,
          id: `in ${userId}`,
          organizationId: "default",
          kind: "$task",
          subjectId: "s",
          activity: { id: "ac", createdAt: 1, data: {} },
          dueAt: 9,
        });
        await notificationSettings.write(address.project, userId, { before: undefined, after: "{}" });
      }
    }
    await notificationSettings.write(project, undefined, { before: undefined, after: '{"delayMs":1}' });

    const subscriptions = await all((after: readonly [string, string] | undefined) =>
      exportContents.subscriptions(room, 2, after),
    );
    expect(subscriptions.map(({ threadId, userId }) => `${threadId} ${userId}`)).toEqual(
      users.flatMap((author) => users.map((userId) => `th ${author} ${userId}`)),
    );
    const notifications = await all((after: readonly [string, string] | undefined) =>
      exportContents.inbox(project, 2, after),
    );
    expect(notifications).toMatchObject(users.map((userId) => ({ userId, id: `in ${userId}`, kind: "$task" })));
    const settings = await all((after: string | undefined) => exportContents.notificationSettings(project, 2, after));
    expect(settings.map(({ userId }) => userId)).toEqual(["", ...users]);
  });
});
