import { filterOf } from "../filter.ts";
import type { AppRoomEvent } from "@weft/client";
import type {
  CreateRoomOptions,
  CreateVersionHistorySnapshotResponse,
  GetRoomsOptions,
  GetVersionHistoryOptions,
  HistoryVersion,
  RoomData,
  RoomsQueryCriteria,
  ActiveUserData,
  SetPresenceOptions,
  UpdateRoomOptions,
  UpsertRoomOptions,
} from "../types/rooms.ts";
import { Calls } from "./calls.ts";
import type { IterationOptions, RequestOptions } from "./calls.ts";
import { itemsOf } from "./pages.ts";
import type { ListPage } from "./pages.ts";
import { dated } from "./wire.ts";
import type { WireForm } from "./wire.ts";

/** Rooms, who is in them, and their versions. */
export abstract class RoomCalls extends Calls {
  /** Lists rooms, newest first. */
  async getRooms(params: GetRoomsOptions = {}, options?: RequestOptions): Promise<ListPage<RoomData>> {
    const { query, groupIds, organizationId, tenantId, ...rest } = params;
    const page: WireForm<ListPage<RoomData>> = await this.json("getRooms", {
      query: {
        ...rest,
        organizationId: organizationId ?? tenantId,
        groupIds: groupIds === undefined || groupIds.length === 0 ? undefined : groupIds.join(","),
        query: filterOf(
          typeof query === "object"
            ? { roomId: query.roomId, metadata: query.metadata && { keys: query.metadata } }
            : query,
        ),
      },
      ...options,
    });
    return { ...page, data: page.data.map(roomOf) };
  }

  /** Goes through rooms, newest first, page by page. */
  iterRooms(criteria: RoomsQueryCriteria, { pageSize = 40, ...options }: IterationOptions = {}) {
    return itemsOf((startingAfter) => this.getRooms({ ...criteria, startingAfter, limit: pageSize }, options));
  }

  /** @param options `idempotent`: answers the room, unchanged, if it exists */
  async createRoom(
    roomId: string,
    params: CreateRoomOptions,
    { idempotent = false, ...options }: RequestOptions & { idempotent?: boolean } = {},
  ): Promise<RoomData> {
    const { tenantId, organizationId, ...rest } = params;
    const room: WireForm<RoomData> = await this.json("createRoom", {
      query: { idempotent },
      body: { id: roomId, ...rest, organizationId: organizationId ?? tenantId },
      isRepeatable: idempotent,
      ...options,
    });
    return roomOf(room);
  }

  /** Answers a room; creates it if it does not exist. */
  getOrCreateRoom(roomId: string, params: CreateRoomOptions, options?: RequestOptions): Promise<RoomData> {
    return this.createRoom(roomId, params, { ...options, idempotent: true });
  }

  /** Changes a room; creates it if it does not exist. */
  async upsertRoom(roomId: string, params: UpsertRoomOptions, options?: RequestOptions): Promise<RoomData> {
    const { update, create } = params;
    return roomOf(await this.json("upsertRoom", { path: { roomId }, body: { update, create }, ...options }));
  }

  async getRoom(roomId: string, options?: RequestOptions): Promise<RoomData> {
    return roomOf(await this.json("getRoom", { path: { roomId }, ...options }));
  }

  async updateRoom(roomId: string, params: UpdateRoomOptions, options?: RequestOptions): Promise<RoomData> {
    return roomOf(await this.json("updateRoom", { path: { roomId }, body: params, ...options }));
  }

  /** Deletes a room and everything in it. Deleting one that does not exist succeeds. */
  deleteRoom(roomId: string, options?: RequestOptions): Promise<void> {
    return this.nothing("deleteRoom", { path: { roomId }, ...options });
  }

  /** Changes the id of a room permanently. Its connections are closed. */
  async updateRoomId(
    params: { currentRoomId: string; newRoomId: string },
    options?: RequestOptions,
  ): Promise<RoomData> {
    const { currentRoomId, newRoomId } = params;
    const path = { roomId: currentRoomId };
    return roomOf(await this.json("updateRoomId", { path, body: { newRoomId }, ...options }));
  }

  /** Moves a room to another organization. */
  async updateRoomOrganizationId(
    params: { roomId: string; fromOrganizationId: string; toOrganizationId: string },
    options?: RequestOptions,
  ): Promise<RoomData> {
    const { roomId, ...body } = params;
    return roomOf(await this.json("updateRoomOrganizationId", { path: { roomId }, body, ...options }));
  }

  /** Loads a room into memory for ten seconds, so that the first user enters it sooner. */
  prewarmRoom(roomId: string, options?: RequestOptions): Promise<void> {
    return this.nothing("prewarmRoom", { path: { roomId }, ...options });
  }

  /** Lists the connections of a room. A user with two open tabs is listed twice. */
  getActiveUsers(roomId: string, options?: RequestOptions): Promise<{ data: ActiveUserData[] }> {
    return this.json("getActiveUsers", { path: { roomId }, ...options });
  }

  /** Sends an event to everyone in a room. */
  broadcastEvent(roomId: string, message: AppRoomEvent, options?: RequestOptions): Promise<void> {
    return this.nothing("broadcastEvent", { path: { roomId }, body: message, ...options });
  }

  /** Shows a user in a room who has no connection, such as an agent. */
  setPresence(roomId: string, params: SetPresenceOptions, options?: RequestOptions): Promise<void> {
    const { userId, data, userInfo, ttl } = params;
    return this.nothing("setPresence", { path: { roomId }, body: { userId, data, userInfo, ttl }, ...options });
  }

  /** Lists versions, newest first. */
  async getVersionHistory(
    roomId: string,
    { limit, cursor }: GetVersionHistoryOptions = {},
    options?: RequestOptions,
  ): Promise<ListPage<HistoryVersion>> {
    const page: WireForm<ListPage<HistoryVersion>> = await this.json("getVersionHistory", {
      path: { roomId },
      query: { limit, cursor },
      ...options,
    });
    return { ...page, data: page.data.map((version) => dated<HistoryVersion>(version, "createdAt")) };
  }

  /** Goes through versions, newest first. */
  iterVersionHistory(roomId: string, { pageSize, ...options }: IterationOptions = {}) {
    return itemsOf((cursor) => this.getVersionHistory(roomId, { cursor, limit: pageSize }, options));
  }

  /** Makes a version of a room's Storage and Yjs document as they are now. */
  createVersionHistorySnapshot(
    roomId: string,
    options?: RequestOptions,
  ): Promise<CreateVersionHistorySnapshotResponse> {
    return this.json("createVersionHistorySnapshot", { path: { roomId }, ...options });
  }

  /** The Yjs document of a version, as one update. */
  getYjsVersion(params: { roomId: string; versionId: string }, options?: RequestOptions): Promise<ArrayBuffer> {
    const { roomId, versionId } = params;
    return this.bytes("getYjsVersion", { path: { roomId, versionId }, ...options });
  }

  deleteVersion(params: { roomId: string; versionId: string }, options?: RequestOptions): Promise<void> {
    const { roomId, versionId } = params;
    return this.nothing("deleteVersion", { path: { roomId, versionId }, ...options });
  }
}

function roomOf(room: WireForm<RoomData>): RoomData {
  return dated<RoomData>(room, "createdAt", "lastConnectionAt");
}
