/** Functions by which an application tells what it knows of users, rooms and groups. */
import type { AppGroupInfo, AppRoomInfo, AppUserMeta } from "../app-types.ts";
import type { Awaitable } from "../json.ts";
import type { MentionTarget } from "./types.ts";

/** What `resolveUsers` is called with. */
export interface UsersToResolve {
  readonly userIds: string[];
}
/** What `resolveRoomsInfo` is called with. */
export interface RoomsToResolve {
  readonly roomIds: string[];
}
/** What `resolveGroupsInfo` is called with. */
export interface GroupsToResolve {
  readonly groupIds: string[];
}
/** What `resolveMentionSuggestions` is called with: the room, and the text after the @. */
export interface MentionsToSuggest {
  readonly roomId: string;
  /** What the user has written after the `@`. */
  readonly text: string;
}

export type UserInfoOf<U> = U extends { readonly info?: infer I } ? Exclude<I, undefined> : never;

// An answer for each id, in their order; undefined for those that are not known.
export type ResolveUsers<U = AppUserMeta> = (
  args: UsersToResolve,
) => Awaitable<readonly (UserInfoOf<U> | undefined)[] | undefined>;
export type ResolveRooms = (args: RoomsToResolve) => Awaitable<readonly (AppRoomInfo | undefined)[] | undefined>;
export type ResolveGroups = (args: GroupsToResolve) => Awaitable<readonly (AppGroupInfo | undefined)[] | undefined>;
/** Ids of users, or mentions of users and groups. */
export type SuggestMentions = (args: MentionsToSuggest) => Awaitable<readonly string[] | readonly MentionTarget[]>;

export interface ResolverOptions<U = AppUserMeta> {
  readonly resolveUsers?: ResolveUsers<U>;
  readonly resolveRoomsInfo?: ResolveRooms;
  readonly resolveGroupsInfo?: ResolveGroups;
  readonly resolveMentionSuggestions?: SuggestMentions;
}
