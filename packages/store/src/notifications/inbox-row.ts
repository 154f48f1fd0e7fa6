import type { InboxRecord } from "@weft/collab";
import type { Mention, RoomId } from "@weft/protocol";
import type { Selectable } from "kysely";
import type { Tables } from "../tables/tables.ts";

export type InboxRow = Selectable<Tables["inbox_notifications"]>;

export function toInboxRecord(row: Omit<InboxRow, "slot">, room: RoomId | undefined): InboxRecord {
  return {
    id: row.id,
    organizationId: row.organization_id,
    kind: row.kind,
    room,
    subjectId: row.subject_id,
    notifiedAt: row.notified_at,
    readAt: row.read_at ?? undefined,
    createdBy: row.created_by ?? undefined,
    mention: row.mention === null ? undefined : (JSON.parse(row.mention) as Mention),
    activities: row.activities === null ? [] : (JSON.parse(row.activities) as InboxRecord["activities"]),
  };
}
