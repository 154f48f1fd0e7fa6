/**
 * The channels on which users are notified: settings of projects, and of users within them.
 *
 *   project:  channel enabled? ─► kind enabled on it? ─► default
 *   user:                                                 └─► their own choice, if they made one
 *
 * A choice is kept while the project has the channel or the kind switched off, and applies again afterwards.
 */
import { limits as platformLimits, notificationChannels, WeftError } from "@weft/protocol";
import type { Limits, NotificationChannel, ProjectId } from "@weft/protocol";
import type { EffectsOf } from "../effects.ts";
import { conflict, retryOnConflict } from "../retry-on-conflict.ts";
import { invalid } from "../invalid.ts";
import type { NotificationSettingsRecords } from "./notification-settings-records.ts";

/** What a project has enabled on a channel. */
export interface ChannelSettings {
  readonly enabled: boolean;
  /** Kinds that are enabled, with what users begin with. */
  readonly kinds: ReadonlyMap<string, boolean>;
}

export interface CustomKindSettings {
  readonly kind: string;
  /** Triggers of the same user and subject share a notification. */
  readonly batched: boolean;
}

/** How the users of a project are notified. */
export interface ProjectNotificationSettings {
  readonly channels: { readonly [C in NotificationChannel]: ChannelSettings };
  readonly customKinds: readonly CustomKindSettings[];
  /** From a notification that stays unread to its `notification` event. */
  readonly delayMs: number;
}

/** What is absent stays; lists and maps are replaced. */
export interface ProjectNotificationChange {
  readonly channels?: { readonly [C in NotificationChannel]?: Partial<ChannelSettings> };
  readonly customKinds?: readonly CustomKindSettings[];
  /** Null for the server's. */
  readonly delayMs?: number | null;
}

/** Whether a user wants each kind on each channel, where the project has enabled it. */
export type UserNotificationSettings = { readonly [C in NotificationChannel]?: Readonly<Record<string, boolean>> };
export type UserNotificationChange = { readonly [C in NotificationChannel]?: ReadonlyMap<string, boolean> };

export interface NotificationSettings {
  ofProject(project: ProjectId): Promise<ProjectNotificationSettings>;
  /** UNPROCESSABLE_ENTITY for a kind on a channel that is not one of the project's. */
  changeProject(
    project: { readonly id: ProjectId; readonly name: string },
    change: ProjectNotificationChange,
    effects?: EffectsOf,
  ): Promise<ProjectNotificationSettings>;

  ofUser(project: ProjectId, userId: string): Promise<UserNotificationSettings>;
  /** The settings afterwards. UNPROCESSABLE_ENTITY for a channel or kind that the project has not enabled. */
  changeOfUser(project: ProjectId, userId: string, change: UserNotificationChange): Promise<UserNotificationSettings>;
  /** Back to the project's defaults. */
  resetUser(project: ProjectId, userId: string): Promise<void>;

  /** The channels on which each of these users wants to receive notifications of a kind. At most 1,000 users. */
  channelsOf(
    project: ProjectId,
    userIds: readonly string[],
  ): Promise<(userId: string, kind: string) => ReadonlySet<NotificationChannel>>;
  /** How long after a notification its events are due. */
  delayMs(project: ProjectId): Promise<number>;
}

export interface NotificationSettingsOptions {
  readonly records: NotificationSettingsRecords;
  readonly limits?: Pick<Limits, "notificationDelayMs">;
}

/** Kinds that every project has. */
const ownKinds = ["thread", "textMention"] as const;

/** Settings as they are stored. */
interface StoredProject {
  readonly channels?: { readonly [C in NotificationChannel]?: StoredChannel };
  readonly customKinds?: readonly CustomKindSettings[];
  readonly delayMs?: number;
}
interface StoredChannel {
  readonly enabled: boolean;
  readonly kinds: readonly (readonly [kind: string, byDefault: boolean])[];
}
type StoredUser = { readonly [C in NotificationChannel]?: StoredChannel["kinds"] };

export function createNotificationSettings({
  records,
  limits = platformLimits,
}: NotificationSettingsOptions): NotificationSettings {
  const complete = (text: string | undefined): ProjectNotificationSettings => {
    const stored: StoredProject = text === undefined ? {} : JSON.parse(text);
    const channels = forEachChannel((channel): ChannelSettings => {
      const own = stored.channels?.[channel];
      return own === undefined ? defaultsOf(channel) : { enabled: own.enabled, kinds: new Map(own.kinds) };
    });
    return { channels, customKinds: stored.customKinds ?? [], delayMs: stored.delayMs ?? limits.notificationDelayMs };
  };

  /** Reads, decides, and writes unless another writer came in between; then it decides again. */
  const change = <T>(
    read: () => Promise<string | undefined>,
    write: (before: string | undefined, after: string) => Promise<boolean>,
    decide: (before: string | undefined) => { readonly after: object; readonly answer: T },
  ): Promise<T> =>
    retryOnConflict(async () => {
      const before = await read();
      const { after, answer } = decide(before);
      return (await write(before, JSON.stringify(after))) ? answer : conflict;
    });

  const ofUser = async (project: ProjectId, userId: string) => (await records.ofUsers(project, [userId])).get(userId);

  return {
    ofProject: async (project) => complete(await records.ofProject(project)),

    changeProject: (project, changed, effects) =>
      change(
        () => records.ofProject(project.id),
        (before, after) => records.write(project.id, undefined, { before, after }, effects?.(project)),
        (before) => {
          const stored: StoredProject = before === undefined ? {} : JSON.parse(before);
          const delayMs = changed.delayMs === undefined ? stored.delayMs : (changed.delayMs ?? undefined);
          const answer = merged(complete(before), changed, delayMs ?? limits.notificationDelayMs);
          const channels = forEachChannel((channel): StoredChannel => {
            const { enabled, kinds } = answer.channels[channel];
            return { enabled, kinds: [...kinds] };
          });
          const after: StoredProject = { channels, customKinds: answer.customKinds, delayMs };
          return { after, answer };
        },
      ),

    async ofUser(project, userId) {
      const [own, user] = await Promise.all([records.ofProject(project), ofUser(project, userId)]);
      return effective(complete(own), parseUser(user));
    },

    async changeOfUser(project, userId, changed) {
      const own = complete(await records.ofProject(project));
      checkEnabled(own, changed);
      return change(
        () => ofUser(project, userId),
        (before, after) => records.write(project, userId, { before, after }),
        (before) => {
          const stored = parseUser(before);
          const after: StoredUser = forEachChannel((channel) => [
            ...new Map([...(stored[channel] ?? []), ...(changed[channel] ?? [])]),
          ]);
          return { after, answer: effective(own, after) };
        },
      );
    },

    resetUser: (project, userId) => records.delete(project, userId),

    async channelsOf(project, userIds) {
      const [own, users] = await Promise.all([records.ofProject(project), records.ofUsers(project, userIds)]);
      const settings = complete(own);
      return (userId, kind) => {
        const wanted = effective(settings, parseUser(users.get(userId)));
        return new Set(notificationChannels.filter((channel) => isOn(wanted[channel], kind)));
      };
    },

    delayMs: async (project) => complete(await records.ofProject(project)).delayMs,
  };
}

function forEachChannel<T>(of: (channel: NotificationChannel) => T): { readonly [C in NotificationChannel]: T } {
  return { email: of("email"), slack: of("slack"), teams: of("teams"), webPush: of("webPush") };
}

/** The settings of a project that has changed nothing. */
function defaultsOf(channel: NotificationChannel): ChannelSettings {
  return { enabled: true, kinds: new Map(ownKinds.map((kind) => [kind, channel === "email"])) };
}

function parseUser(text: string | undefined): StoredUser {
  return text === undefined ? {} : (JSON.parse(text) as StoredUser);
}

function isOn(kinds: Readonly<Record<string, boolean>> | undefined, kind: string): boolean {
  return kinds !== undefined && Object.hasOwn(kinds, kind) && kinds[kind] === true;
}

/** A user's settings, without channels and kinds that the project has not enabled. */
function effective({ channels }: ProjectNotificationSettings, user: StoredUser): UserNotificationSettings {
  const settings: { [C in NotificationChannel]?: Record<string, boolean> } = {};
  for (const channel of notificationChannels) {
    const { enabled, kinds } = channels[channel];
    if (!enabled || kinds.size === 0) continue;
    const own = new Map(user[channel]);
    settings[channel] = Object.fromEntries([...kinds].map(([kind, byDefault]) => [kind, own.get(kind) ?? byDefault]));
  }
  return settings;
}

function checkEnabled({ channels }: ProjectNotificationSettings, change: UserNotificationChange): void {
  for (const channel of notificationChannels) {
    const wanted = change[channel];
    if (wanted === undefined) continue;
    const { enabled, kinds } = channels[channel];
    if (!enabled || kinds.size === 0) throw notEnabled(`The channel '${channel}' is not enabled for the project.`);
    for (const kind of wanted.keys())
      if (!kinds.has(kind)) throw notEnabled(`The kind '${kind}' is not enabled on the channel '${channel}'.`);
  }
}

function notEnabled(reason: string): WeftError {
  const suggestion = "Enable it in the project's notification settings.";
  return new WeftError("UNPROCESSABLE_ENTITY", { message: reason, suggestion, reason });
}

function merged(
  before: ProjectNotificationSettings,
  change: ProjectNotificationChange,
  delayMs: number,
): ProjectNotificationSettings {
  const customKinds = change.customKinds ?? before.customKinds;
  const known = new Set<string>([...ownKinds, ...customKinds.map(({ kind }) => kind)]);
  if (known.size !== ownKinds.length + customKinds.length) throw invalid(["customKinds"], "must name each kind once.");
  const channels = forEachChannel((channel): ChannelSettings => {
    const { enabled, kinds } = before.channels[channel];
    const changed = change.channels?.[channel];
    for (const kind of changed?.kinds?.keys() ?? [])
      if (!known.has(kind)) throw invalid(["channels", channel, "kinds", kind], "must be a kind of the project.");
    return {
      enabled: changed?.enabled ?? enabled,
      // A kind that the project no longer has is on no channel.
      kinds: changed?.kinds ?? new Map([...kinds].filter(([kind]) => known.has(kind))),
    };
  });
  return { channels, customKinds, delayMs };
}
