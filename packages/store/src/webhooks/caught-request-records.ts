import type { CaughtRequestRecord, CaughtRequestRecords, WebhookEndpointName } from "@weft/collab";
import type { DomainEventType, ProjectId } from "@weft/protocol";
import type { Kysely, Selectable } from "kysely";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";

type CaughtRow = Selectable<Tables["caught_requests"]>;

const listed = [
  "seq",
  "project_id",
  "endpoint_id",
  "received_at",
  "message_id",
  "type",
  "room_id",
  "verified",
  "bytes",
] as const;

export function createCaughtRequestRecords({ done, write }: Transactions, db: Kysely<Tables>): CaughtRequestRecords {
  const ofEndpoint = ({ project, id }: WebhookEndpointName) =>
    db.selectFrom("caught_requests").where("project_id", "=", project).where("endpoint_id", "=", id);

  /** Deletes the oldest requests of a project beyond so many, or so many bytes. */
  async function trim(project: ProjectId, requests: number, bytes: number): Promise<void> {
    const rows = await db
      .selectFrom("caught_requests")
      .select(["seq", (eb) => eb.fn<number>("octet_length", ["body"]).as("kept")])
      .where("project_id", "=", project)
      .orderBy("seq", "desc")
      .limit(requests + 1)
      .execute();
    let left = bytes;
    const beyond = rows.find(({ kept }, index) => (left -= kept) < 0 || index >= requests);
    if (beyond === undefined) return;
    await write([db.deleteFrom("caught_requests").where("project_id", "=", project).where("seq", "<=", beyond.seq)]);
  }

  return {
    async add(request, { url, requests, bytes }) {
      const row = toRow(request);
      const insert = db
        .insertInto("caught_requests")
        .columns(Object.keys(row) as (keyof typeof row)[])
        .expression(
          db
            .selectFrom("webhook_endpoints as endpoint")
            .select((eb) => Object.entries(row).map(([column, value]) => eb.val(value).as(column)))
            .where("endpoint.project_id", "=", request.project)
            .where("endpoint.id", "=", request.endpoint)
            .where("endpoint.url", "=", url),
        );
      // If the endpoint is deleted at the same time, the request is left for the sweep.
      if (!(await done([[insert, 1]]))) return false;
      await trim(request.project, requests, bytes);
      return true;
    },

    async list(name, limit) {
      const rows = await ofEndpoint(name).select(listed).orderBy("seq", "desc").limit(limit).execute();
      return rows.map(toSummary);
    },

    async find(name, seq) {
      const row = await ofEndpoint(name).selectAll().where("seq", "=", seq).executeTakeFirst();
      return row && { ...toSummary(row), headers: JSON.parse(row.headers) as Record<string, string>, body: row.body };
    },

    async expired(urlPrefix, before, limit) {
      const rows = await db
        .selectFrom("webhook_endpoints")
        .select(["project_id", "id"])
        .where("url", "like", `${urlPrefix}%`)
        .where("created_at", "<", before)
        .limit(limit)
        .execute();
      return rows.map(({ project_id, id }) => ({ project: project_id as ProjectId, id }));
    },

    async deleteBefore(before, limit) {
      const old = db.selectFrom("caught_requests").select("seq").where("received_at", "<", before).limit(limit);
      const outcome = await write([db.deleteFrom("caught_requests").where("seq", "in", old)]);
      return outcome.kind === "done" ? (outcome.counts[0] ?? 0) : 0;
    },
  };
}

function toSummary(row: Pick<CaughtRow, (typeof listed)[number]>): Omit<CaughtRequestRecord, "headers" | "body"> {
  return {
    seq: row.seq,
    project: row.project_id as ProjectId,
    endpoint: row.endpoint_id,
    receivedAt: row.received_at,
    messageId: row.message_id,
    type: row.type as DomainEventType,
    room: row.room_id ?? undefined,
    verified: row.verified === 1,
    bytes: row.bytes,
  };
}

function toRow(request: Omit<CaughtRequestRecord, "seq">): Omit<CaughtRow, "seq"> {
  return {
    project_id: request.project,
    endpoint_id: request.endpoint,
    received_at: request.receivedAt,
    message_id: request.messageId,
    type: request.type,
    room_id: request.room ?? null,
    verified: Number(request.verified),
    bytes: request.bytes,
    headers: JSON.stringify(request.headers),
    body: request.body,
  };
}
