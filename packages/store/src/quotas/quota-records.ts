import type { QuotaRecords } from "@weft/collab";
import type { Kysely } from "kysely";
import { contentSums } from "../tables/content-bytes.ts";
import type { MeasuredTable } from "../tables/content-bytes.ts";
import type { Tables } from "../tables/tables.ts";

/** What a row of a chat, comment or notification takes beside its contents: ids, instants, and its entries in indexes. */
const rowBytes = 300;

/** What projects hold, read from the tables that hold it. */
export function createQuotaRecords(db: Kysely<Tables>): QuotaRecords {
  const size = (table: "uploaded_files" | "uploads", column: "size" | "reserved", project: string) =>
    db
      .selectFrom(table)
      .where("project_id", "=", project)
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>(column as never), eb.val(0)).as("bytes"))
      .executeTakeFirstOrThrow();
  const contents = async (table: MeasuredTable, project: string) => {
    const { rows, bytes } = contentSums(table);
    const found = await db
      .selectFrom(table as "chats")
      .where("project_id", "=", project)
      .select([rows.as("rows"), bytes.as("bytes")])
      .executeTakeFirstOrThrow();
    return found.rows * rowBytes + found.bytes;
  };
  return {
    async measure(project) {
      const [{ rooms }, { bytes }, files, uploads, feeds, ...texts] = await Promise.all([
        db
          .selectFrom("rooms")
          .where("project_id", "=", project)
          .select((eb) => eb.fn.countAll<number>().as("rooms"))
          .executeTakeFirstOrThrow(),
        db
          .selectFrom("room_sizes")
          .where("project_id", "=", project)
          .select((eb) =>
            eb.fn
              .coalesce(eb.fn.sum<number>(eb("storage_bytes", "+", eb.ref("document_bytes"))), eb.val(0))
              .as("bytes"),
          )
          .executeTakeFirstOrThrow(),
        size("uploaded_files", "size", project),
        size("uploads", "reserved", project),
        db
          .selectFrom("feeds")
          .where("project_id", "=", project)
          .select((eb) =>
            eb.fn.coalesce(eb.fn.sum<number>(eb("size", "+", eb.ref("message_bytes"))), eb.val(0)).as("bytes"),
          )
          .executeTakeFirstOrThrow(),
        ...(["chats", "chat_messages", "comments", "inbox_notifications"] as const).map((table) =>
          contents(table, project),
        ),
      ]);
      const ofTexts = texts.reduce((sum, ofTable) => sum + ofTable, 0);
      return { rooms, bytes: bytes + files.bytes + uploads.bytes + feeds.bytes + ofTexts };
    },
  };
}
