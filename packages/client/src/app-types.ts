/**
 * The types of an application. It declares them once, for all rooms:
 *
 *     declare global {
 *       interface Weft {
 *         Presence: { cursor: { x: number; y: number } | null };
 *         Storage: { items: LiveList<string> };
 *       }
 *     }
 *
 * `interface Liveblocks` is read too, so that an application keeps its declarations when it moves to these packages.
 */
import type { Json, JsonObject } from "@weft/protocol/types";
import type { LsonObject } from "./storage/live/lson.ts";

declare global {
  // Applications add their types.
  /* oxlint-disable typescript/no-empty-object-type, typescript/no-empty-interface */
  interface Weft {}
  interface Liveblocks {}
  /* oxlint-enable typescript/no-empty-object-type, typescript/no-empty-interface */
}

/** What other users see of a user, besides presence. */
export interface UserInfo {
  readonly [key: string]: Json | undefined;
  readonly name?: string;
  /** URL of an image. */
  readonly avatar?: string;
}

/** What an application may declare to be known of its users. */
export interface UserMeta {
  readonly id?: string | undefined;
  // An interface of the application need not have an index signature.
  readonly info?: object | undefined;
}

/** What is known of users unless the application declares it. */
export interface BaseUserMeta extends UserMeta {
  readonly info?: UserInfo | undefined;
}

/** Metadata where the application declares none: strings, numbers and booleans. */
export type Metadata = Readonly<Record<string, string | boolean | number | undefined>>;

/** What is shown of a room where the application declares nothing else. */
export interface RoomInfo {
  readonly [key: string]: Json | undefined;
  readonly name?: string;
  readonly url?: string;
}

/** What is shown of a group where the application declares nothing else. */
export interface GroupInfo {
  readonly [key: string]: Json | undefined;
  readonly name?: string;
  readonly avatar?: string;
  readonly description?: string;
}

/** Data of one activity of a custom notification. */
export type ActivityData = Readonly<Record<string, string | boolean | number | undefined>>;
/** Kinds of custom notifications where the application declares none. */
export type Activities = { readonly [kind: `$${string}`]: ActivityData };

type Declared<I, K extends string> = I extends { readonly [k in K]: infer T } ? (unknown extends T ? never : T) : never;
type FirstOf<A, B> = [A] extends [never] ? B : A;
/** The type that an application declares under a name. */
export type AppType<K extends string, Default> = FirstOf<Declared<Weft, K>, FirstOf<Declared<Liveblocks, K>, Default>>;

/** Presence as the application declares it. */
export type AppPresence = Extract<AppType<"Presence", JsonObject>, object>;
/** The root of Storage as the application declares it. */
export type AppStorage = Extract<AppType<"Storage", LsonObject>, object>;
/** The id and info of users as the application declares them. */
export type AppUserMeta = Extract<AppType<"UserMeta", BaseUserMeta>, UserMeta>;
/** Broadcast events as the application declares them. */
export type AppRoomEvent = AppType<"RoomEvent", Json>;
/** Metadata of threads as the application declares it. */
export type AppThreadMetadata = AppType<"ThreadMetadata", Metadata>;
/** Metadata of comments as the application declares it. */
export type AppCommentMetadata = AppType<"CommentMetadata", Metadata>;
/** Metadata of feeds as the application declares it. */
export type AppFeedMetadata = AppType<"FeedMetadata", Json>;
/** Data of feed messages as the application declares it. */
export type AppFeedMessageData = AppType<"FeedMessageData", Json>;
/** Info of rooms as the application declares it. */
export type AppRoomInfo = AppType<"RoomInfo", RoomInfo>;
/** Info of groups as the application declares it. */
export type AppGroupInfo = AppType<"GroupInfo", GroupInfo>;
/** The kinds of custom notifications that the application declares, with their data. */
export type AppActivities = AppType<"ActivitiesData", Activities>;
