/** Rooms and what is in them, as methods take and answer them. */
import type { Json, JsonObject, Permission } from "@weft/protocol/types";
import type { PaginationOptions } from "../calls/pages.ts";
import type { AppFeedMessageData, AppUserMeta } from "@weft/client";

/** What users may do in a room. */
export type RoomPermissions = Permission[];
/** Permissions by the id of a user or a group. */
export type RoomAccesses = Record<string, RoomPermissions>;
type AccessesPatch = Record<string, RoomPermissions | null>;
type RoomMetadata = Record<string, string | string[]>;

/** A room with its access rights and metadata. */
export interface RoomData {
  type: "room";
  id: string;
  createdAt: Date;
  /** Absent until the first user connects. */
  lastConnectionAt?: Date;
  organizationId: string;
  /** Empty for a private room. */
  defaultAccesses: RoomPermissions;
  usersAccesses: RoomAccesses;
  groupsAccesses: RoomAccesses;
  metadata: RoomMetadata;
}

/** Which rooms are listed: those that match all conditions. Of `userId` and `groupIds`, one match is enough. */
export interface RoomsQueryCriteria {
  /** @deprecated use `organizationId` */
  tenantId?: string;
  organizationId?: string;
  userId?: string;
  groupIds?: string[];
  query?: string | { metadata?: Record<string, string>; roomId?: { startsWith: string } };
}

/** Which rooms are listed, and which page of them. */
export type GetRoomsOptions = RoomsQueryCriteria & PaginationOptions;

/** Access rights and metadata of a new room. */
export interface CreateRoomOptions {
  /** Empty for a private room. */
  defaultAccesses: RoomPermissions;
  groupsAccesses?: RoomAccesses;
  usersAccesses?: RoomAccesses;
  metadata?: RoomMetadata;
  /** @deprecated use `organizationId` */
  tenantId?: string;
  organizationId?: string;
}

/** Changes of a room: absent members stay, a null member is emptied, a null entry removes that entry. */
export interface UpdateRoomOptions {
  defaultAccesses?: RoomPermissions | null;
  groupsAccesses?: AccessesPatch;
  usersAccesses?: AccessesPatch;
  metadata?: Record<string, string | string[] | null>;
}

/** Changes of a room, and what it is created with if it does not exist. */
export interface UpsertRoomOptions {
  /** How the room is changed, if it exists. */
  update: UpdateRoomOptions;
  /** How it is created otherwise, with `update` on top. */
  create?: CreateRoomOptions;
}

/** One connection of a room. */
export interface ActiveUserData<U extends { info?: unknown } = AppUserMeta> {
  type: "user";
  /** Null for anonymous connections. */
  id: string | null;
  connectionId: number;
  info: U["info"];
}

/** The presence of a user who is not connected. `ttl` is in seconds. */
export interface SetPresenceOptions {
  userId: string;
  data: JsonObject;
  userInfo?: { name?: string; avatar?: string; color?: string; [key: string]: Json | undefined };
  /** Seconds until the user leaves. */
  ttl?: number;
}

/** A version of a room that was kept. */
export interface HistoryVersion {
  id: string;
  createdAt: Date;
  /** Users who changed the room since the previous version. */
  authors: { id: string }[];
}

/** Which page of versions is listed. */
export interface GetVersionHistoryOptions {
  limit?: number;
  /** The `nextCursor` of the previous page. */
  cursor?: string;
}

/** The id of the version that was created. */
export interface CreateVersionHistorySnapshotResponse {
  data: { id: string };
}

/** A feed of a room. Times are in milliseconds since 1970. */
export interface RoomFeed<FM extends Json = Json> {
  feedId: string;
  metadata: FM;
  createdAt: number;
  updatedAt: number;
}

/** A message of a feed. Times are in milliseconds since 1970. */
export interface RoomFeedMessage<FMD extends Json = Json> {
  id: string;
  createdAt: number;
  updatedAt: number;
  data: FMD;
}

/** A feed to create. `createdAt` is in milliseconds since 1970, by default now. */
export interface CreateFeedOptions {
  feedId: string;
  metadata?: Record<string, string | string[]>;
  /** For imported history. Now unless given. */
  createdAt?: number;
}

/** Changes of a feed's metadata; null removes a key. */
export interface UpdateFeedOptions {
  /** A null entry removes that entry. */
  metadata: Record<string, string | string[] | null>;
}

/** A message to add to a feed. `createdAt` is in milliseconds since 1970, by default now. */
export interface CreateFeedMessageOptions<FMD extends Json = AppFeedMessageData> {
  /** Made by the server unless given. */
  id?: string;
  /** For imported history. Now unless given. */
  createdAt?: number;
  data: FMD;
}

/** New data for a message of a feed. `updatedAt` is in milliseconds since 1970, by default now. */
export interface UpdateFeedMessageOptions<FMD extends Json = AppFeedMessageData> {
  data: FMD;
  /** An update that is older than the message's last one changes nothing. Now unless given. */
  updatedAt?: number;
}

/** A list of users who can be mentioned together. */
export interface GroupData {
  type: "group";
  id: string;
  /** @deprecated use `organizationId` */
  tenantId: string;
  organizationId: string;
  createdAt: Date;
  updatedAt: Date;
  scopes: GroupScopes;
  members: GroupMemberData[];
}

/** A user in a group, and since when. */
export interface GroupMemberData {
  id: string;
  addedAt: Date;
}

/** What a group can be used for. */
export interface GroupScopes {
  mention?: true;
}
