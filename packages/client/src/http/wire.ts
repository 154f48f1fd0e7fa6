/** Makes dates of the instants in what the server answers. */
import type {
  ChannelKinds,
  NotificationChannels,
  ClientComment,
  ClientNotification,
  ClientNotificationChannel,
  ClientSubscription,
  ClientThread,
  GroupWithMembers,
  NotificationDeletion,
  SubscriptionDeletion,
  ThreadDeletion,
  UserReactionData,
  VersionOfRoom,
} from "../comments/types.ts";

/** A type as JSON has it: instants are strings. */
export type WireOf<T> = T extends Date
  ? string
  : T extends readonly (infer I)[]
    ? readonly WireOf<I>[]
    : T extends object
      ? { readonly [K in keyof T]: WireOf<T[K]> }
      : T;

/** Members of all objects that are instants, as the wire specification names them. */
const instants: ReadonlySet<string> = new Set([
  "createdAt",
  "updatedAt",
  "editedAt",
  "deletedAt",
  "notifiedAt",
  "readAt",
  "addedAt",
]);

/** An object with dates for these members; the objects in `nested` likewise. What applications define is left alone. */
function dated(value: object, nested: readonly string[]): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    if (instants.has(key)) result[key] = typeof member === "string" ? new Date(member) : member;
    else if (nested.includes(key) && Array.isArray(member))
      result[key] = member.map((each: object) => dated(each, nested));
    else result[key] = member;
  }
  return result;
}

const reader =
  <T>(...nested: readonly string[]) =>
  (value: WireOf<T>): T =>
    dated(value as object, nested) as T;

export const readThread = reader<ClientThread>("comments", "reactions");
export const readComment = reader<ClientComment>("reactions");
export const readReaction = reader<UserReactionData>();
export const readNotification = reader<ClientNotification>("activities");
export const readSubscription = reader<ClientSubscription>();
export const readThreadDeletion = reader<ThreadDeletion>();
export const readNotificationDeletion = reader<NotificationDeletion>();
export const readSubscriptionDeletion = reader<SubscriptionDeletion>();
export const readVersion = reader<VersionOfRoom>();
export const readGroup = reader<GroupWithMembers>("members");

const channels: readonly ClientNotificationChannel[] = ["email", "slack", "teams", "webPush"];

/** Channels that the project does not use are left out on the wire. */
export function readChannelSettings(
  wire: Partial<Record<ClientNotificationChannel, ChannelKinds>>,
): NotificationChannels {
  return Object.fromEntries(channels.map((channel) => [channel, wire[channel] ?? null])) as NotificationChannels;
}
