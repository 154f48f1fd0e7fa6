/** Names of users, groups and rooms, as the application resolves them. */
import type { BaseUserMeta, Json } from "@weft/node";

type MayWait<T> = T | PromiseLike<T>;
type InfoOf<U extends BaseUserMeta> = NonNullable<U["info"]>;

/** What an application knows of a group. */
export interface EmailGroupInfo {
  readonly [key: string]: Json | undefined;
  readonly name?: string;
  readonly avatar?: string;
  readonly description?: string;
}

/** What an application knows of a room. */
export interface EmailRoomInfo {
  readonly [key: string]: Json | undefined;
  readonly name?: string;
  /** Where the room is opened. Links of comments are made from it. */
  readonly url?: string;
}

/** The room whose name and URL are asked for. */
export interface RoomToResolve {
  readonly roomId: string;
}

/** The users whose names are asked for. */
export interface UsersOfEmail {
  readonly userIds: string[];
}

/** The groups whose names are asked for. */
export interface GroupsOfEmail {
  readonly groupIds: string[];
}

/** Functions that give names. Each answers a list of the same length and in the same order as the ids. */
export interface NameResolvers<U extends BaseUserMeta = BaseUserMeta> {
  readonly resolveRoomInfo?: (args: RoomToResolve) => MayWait<EmailRoomInfo | undefined>;
  readonly resolveUsers?: (args: UsersOfEmail) => MayWait<readonly (U["info"] | undefined)[] | undefined>;
  readonly resolveGroupsInfo?: (args: GroupsOfEmail) => MayWait<readonly (EmailGroupInfo | undefined)[] | undefined>;
}

/** Users and groups by their ids. */
export interface ResolvedNames<U extends BaseUserMeta = BaseUserMeta> {
  readonly users: ReadonlyMap<string, InfoOf<U>>;
  readonly groups: ReadonlyMap<string, EmailGroupInfo>;
}

export interface MentionedId {
  readonly kind?: "user" | "group";
  readonly id: string;
}

/** Resolves each id once. */
export async function resolveNames<U extends BaseUserMeta>(
  resolvers: NameResolvers<U>,
  authors: readonly string[],
  mentions: readonly MentionedId[],
): Promise<ResolvedNames<U>> {
  const { resolveUsers, resolveGroupsInfo } = resolvers;
  const mentioned = (wanted: "user" | "group") =>
    mentions.filter(({ kind = "user" }) => kind === wanted).map(({ id }) => id);
  const [users, groups] = await Promise.all([
    byId([...authors, ...mentioned("user")], (userIds) => resolveUsers?.({ userIds })),
    byId(mentioned("group"), (groupIds) => resolveGroupsInfo?.({ groupIds })),
  ]);
  return { users: users as ReadonlyMap<string, InfoOf<U>>, groups };
}

async function byId<V>(
  ids: readonly string[],
  resolve: (ids: string[]) => MayWait<readonly (V | undefined)[] | undefined>,
): Promise<ReadonlyMap<string, V>> {
  const unique = [...new Set(ids)];
  const infos = unique.length === 0 ? undefined : await resolve(unique);
  const found = new Map<string, V>();
  for (const [at, id] of unique.entries()) {
    const info = infos?.[at];
    if (info !== undefined && info !== null) found.set(id, info);
  }
  return found;
}

/** The room with its name, which is its id unless the application gives one. */
export async function resolveRoom({ resolveRoomInfo }: NameResolvers<never>, roomId: string): Promise<EmailRoomInfo> {
  return { name: roomId, ...(await resolveRoomInfo?.({ roomId })) };
}

/** The name of an info, or the id if there is none. */
export function nameOf(info: { readonly name?: unknown } | undefined, id: string): string {
  return typeof info?.name === "string" && info.name !== "" ? info.name : id;
}

/** The name that a mention shows. */
export function mentionedName(mention: MentionedId, { users, groups }: ResolvedNames): string {
  return nameOf((mention.kind ?? "user") === "user" ? users.get(mention.id) : groups.get(mention.id), mention.id);
}
