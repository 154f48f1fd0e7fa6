import type { SubscriptionSettings, ThreadRecords } from "@weft/collab";
import type { Selectable } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import type { Engine } from "../database/engine.ts";
import { inChunks } from "../database/in-chunks.ts";
import { inPages, rowsPerPage } from "../lists/in-pages.ts";
import { prepare, prepareByLength } from "../database/query.ts";
import type { SlotFor, SqlValue } from "../database/query.ts";
import { keyOfRoom } from "../tables/room-key.ts";
import type { Tables } from "../tables/tables.ts";

type SettingsRow = Selectable<Tables["room_subscription_settings"]>;
type Values = Readonly<Record<string, SqlValue>>;

/** Reads the subscription settings of a room. Compiled ahead, because every new comment reads them. */
export function createSettingsReader(
  engine: Engine,
  { sql: db }: Dialect,
): Pick<ThreadRecords, "settings" | "settingsOfRoom" | "watchers"> {
  const inRoom = (slot: SlotFor<Values>) => {
    const project = slot("project") as string;
    return db
      .selectFrom("room_subscription_settings")
      .selectAll()
      .where("project_id", "=", project)
      .where("room_key", "=", keyOfRoom(db, project, slot("room") as string));
  };
  const ofAll = prepare<Values, SettingsRow>((slot) =>
    inRoom(slot)
      .where("threads", "=", "all")
      .orderBy("user_id")
      .limit(slot("limit") as number),
  );
  const afterUser = prepare<Values, SettingsRow>((slot) =>
    inRoom(slot)
      .where("user_id", ">", slot("after") as string)
      .orderBy("user_id")
      .limit(rowsPerPage),
  );
  const ofUsers = prepareByLength<Values, SettingsRow>((slot, length) =>
    inRoom(slot).where(
      "user_id",
      "in",
      Array.from({ length }, (_, at) => slot(`user${at}`) as string),
    ),
  );
  const read = (query: typeof ofAll, values: Values) => engine.read<SettingsRow>(query.sql, query.bind(values));
  return {
    async settings({ project, room }, userIds) {
      const ofSome = (some: readonly string[]) => {
        const users = Object.fromEntries(some.map((userId, at) => [`user${at}`, userId]));
        return read(ofUsers(some.length), { project, room, ...users });
      };
      const rows = (await Promise.all(inChunks(userIds).map(ofSome))).flat();
      return new Map(rows.map((row) => [row.user_id, toSettings(row)]));
    },
    async *settingsOfRoom({ project, room }) {
      for await (const rows of inPages<SettingsRow>((last) =>
        read(afterUser, { project, room, after: last?.user_id ?? "" }),
      ))
        yield rows.map((row) => ({ userId: row.user_id, ...toSettings(row) }));
    },
    async watchers({ project, room }, limit) {
      return (await read(ofAll, { project, room, limit })).map(({ user_id }) => user_id);
    },
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
