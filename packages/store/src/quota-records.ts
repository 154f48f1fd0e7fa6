import type { QuotaRecords } from "@weft/collab";
import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** What projects hold, read from the tables that hold it. */
export function createQuotaRecords(db: Kysely<Tables>): QuotaRecords {
  const size = (table: "uploaded_files" | "uploads", column: "size" | "reserved", project: string) =>
    db
      .selectFrom(table)
      .where("project_id", "=", project)
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>(column as never), eb.val(0)).as("bytes"))
      .executeTakeFirstOrThrow();
  return {
    async measure(project) {
      const [{ rooms }, { bytes }, files, uploads, feeds] = await Promise.all([
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
      ]);
      return { rooms, bytes: bytes + files.bytes + uploads.bytes + feeds.bytes };
    },
  };
}
