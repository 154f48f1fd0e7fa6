import type { SubscriptionSettings, ThreadRecords } from "@weft/collab";
import type { Selectable } from "kysely";
import type { Dialect } from "./dialect.ts";
import type { Engine } from "./engine.ts";
import { inChunks } from "./in-chunks.ts";
import { prepare, prepareByLength } from "./query.ts";
import type { SlotFor, SqlValue } from "./query.ts";
import { keyOfRoom } from "./room-row.ts";
import type { Tables } from "./tables.ts";

type SettingsRow = Selectable<Tables["room_subscription_settings"]>;
type Values = Readonly<Record<string, SqlValue>>;

/** Reads the subscription settings of a room: of all users, or of some. Compiled ahead, because every new comment reads them. */
export function createSettingsReader(engine: Engine, { sql: db }: Dialect): ThreadRecords["settings"] {
  const inRoom = (slot: SlotFor<Values>) => {
    const project = slot("project") as string;
    return db
      .selectFrom("room_subscription_settings")
      .selectAll()
      .where("project_id", "=", project)
      .where("room_key", "=", keyOfRoom(db, project, slot("room") as string));
  };
  const ofAll = prepare<Values, SettingsRow>(inRoom);
  const ofUsers = prepareByLength<Values, SettingsRow>((slot, length) =>
    inRoom(slot).where(
      "user_id",
      "in",
      Array.from({ length }, (_, at) => slot(`user${at}`) as string),
    ),
  );
  return async ({ project, room }, userIds) => {
    const read = (query: typeof ofAll, users: Values = {}) =>
      engine.read<SettingsRow>(query.sql, query.bind({ project, room, ...users }));
    const ofSome = (some: readonly string[]) =>
      read(ofUsers(some.length), Object.fromEntries(some.map((userId, at) => [`user${at}`, userId])));
    const rows = userIds === undefined ? await read(ofAll) : (await Promise.all(inChunks(userIds).map(ofSome))).flat();
    return new Map(rows.map((row) => [row.user_id, toSettings(row)]));
  };
}

export function toSettings({
  threads,
  text_mentions,
}: Pick<SettingsRow, "threads" | "text_mentions">): SubscriptionSettings {
  return {
    threads: threads as SubscriptionSettings["threads"],
    textMentions: text_mentions as SubscriptionSettings["textMentions"],
  };
}
