import { describeFeed, describeFeedMessage } from "@weft/collab";
import type { ProjectRecord } from "@weft/collab";
import {
  createFeed,
  createFeedMessage,
  deleteFeed,
  deleteFeedMessage,
  getFeed,
  listFeedMessages,
  listFeeds,
  updateFeed,
  updateFeedMessage,
  WeftError,
} from "@weft/protocol";
import type { RoomAddress, RoomId } from "@weft/protocol";
import { implement, routes } from "./route.ts";
import type { Services } from "./services.ts";

export const feedRoutes = routes(
  implement(listFeeds, async ({ project, path, query }, services) => {
    const { items, nextCursor } = await services.feeds.list(await existing(project, path.roomId, services), query);
    return { data: items.map(describeFeed), nextCursor };
  }),
  implement(createFeed, async ({ project, path, body }, services) => {
    const room = await existing(project, path.roomId, services);
    const { feedId: id, metadata, timestamp: createdAt } = body;
    return describeFeed(await services.feeds.create(room, { id, metadata, createdAt }));
  }),
  implement(getFeed, async ({ project, path }, services) =>
    describeFeed(await services.feeds.find(await existing(project, path.roomId, services), path.feedId)),
  ),
  implement(updateFeed, async ({ project, path, body }, services) => {
    const room = await existing(project, path.roomId, services);
    return describeFeed(await services.feeds.update(room, path.feedId, body.metadata));
  }),
  implement(deleteFeed, async ({ project, path }, services) => {
    const room = await existing(project, path.roomId, services);
    if (!(await services.feeds.delete(room, path.feedId)))
      throw new WeftError("RESOURCE_NOT_FOUND", { message: "Feed not found." });
  }),

  implement(listFeedMessages, async ({ project, path, query }, services) => {
    const room = await existing(project, path.roomId, services);
    const { id } = await services.feeds.find(room, path.feedId);
    const { items, nextCursor } = await services.feeds.messages(room, id, { ...query, order: "oldestFirst" });
    return { data: items.map(describeFeedMessage), nextCursor };
  }),
  implement(createFeedMessage, async ({ project, path, body }, services) => {
    const room = await existing(project, path.roomId, services);
    const { id, data, timestamp: createdAt } = body;
    return describeFeedMessage(await services.feeds.addMessage(room, path.feedId, { id, data, createdAt }));
  }),
  implement(updateFeedMessage, async ({ project, path, body }, services) => {
    const room = await existing(project, path.roomId, services);
    const change = { data: body.data, updatedAt: body.timestamp };
    const { message } = await services.feeds.updateMessage(room, path.feedId, path.messageId, change);
    return describeFeedMessage(message);
  }),
  implement(deleteFeedMessage, async ({ project, path }, services) => {
    const room = await existing(project, path.roomId, services);
    if (!(await services.feeds.deleteMessage(room, path.feedId, path.messageId)))
      throw new WeftError("RESOURCE_NOT_FOUND", { message: "Feed message not found." });
  }),
);

async function existing({ id }: ProjectRecord, room: RoomId, { rooms }: Services): Promise<RoomAddress> {
  if ((await rooms.find(id, room)) === undefined) throw new WeftError("ROOM_NOT_FOUND");
  return { project: id, room };
}
