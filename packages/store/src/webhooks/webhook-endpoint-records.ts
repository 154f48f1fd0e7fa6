import type { WebhookEndpointName, WebhookEndpointRecord, WebhookRecords } from "@weft/collab";
import type { DomainEventType, ProjectId, WebhookHeaders } from "@weft/protocol";
import type { Kysely, Selectable, Updateable } from "kysely";
import { lockProject, lockWebhooks } from "../database/locks.ts";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";

type EndpointRow = Selectable<Tables["webhook_endpoints"]>;

type EndpointRecords = Pick<
  WebhookRecords,
  | "endpoints"
  | "endpoint"
  | "enabledEndpoints"
  | "insertEndpoint"
  | "updateEndpoint"
  | "deleteEndpoint"
  | "disableFailing"
>;

export function createWebhookEndpointRecords({ done }: Transactions, db: Kysely<Tables>): EndpointRecords {
  const update = ({ project, id }: WebhookEndpointName) =>
    db.updateTable("webhook_endpoints").where("project_id", "=", project).where("id", "=", id);

  return {
    async endpoints(project) {
      const rows = await db
        .selectFrom("webhook_endpoints")
        .selectAll()
        .where("project_id", "=", project)
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .execute();
      return rows.map(toEndpoint);
    },

    async endpoint({ project, id }) {
      const row = await db
        .selectFrom("webhook_endpoints")
        .selectAll()
        .where("project_id", "=", project)
        .where("id", "=", id)
        .executeTakeFirst();
      return row && toEndpoint(row);
    },

    async enabledEndpoints(projects) {
      if (projects?.length === 0) return [];
      const rows = await db
        .selectFrom("webhook_endpoints")
        .selectAll()
        .where("disabled", "=", 0)
        .$if(projects !== undefined, (query) => query.where("project_id", "in", projects!))
        .execute();
      return rows.map(toEndpoint);
    },

    insertEndpoint(endpoint, most, effects) {
      const row = toRow(endpoint);
      const insert = db
        .insertInto("webhook_endpoints")
        .columns(Object.keys(row) as (keyof EndpointRow)[])
        .expression(
          db
            .selectFrom("projects")
            .select((eb) => Object.entries(row).map(([column, value]) => eb.val(value).as(column)))
            .where("projects.id", "=", endpoint.project)
            .where((eb) =>
              eb(
                eb
                  .selectFrom("webhook_endpoints as other")
                  .select(({ fn }) => fn.countAll<number>().as("count"))
                  .where("other.project_id", "=", endpoint.project),
                "<",
                most,
              ),
            ),
        );
      return done([lockProject(endpoint.project), [insert, 1]], effects);
    },

    updateEndpoint(name, change, before, effects) {
      const changed = update(name)
        .set(toChangedColumns(change))
        .$if(change.headers !== undefined, (query) => query.where("headers", "=", JSON.stringify(before.headers)))
        .$if(change.sealedSecret !== undefined, (query) => query.where("sealed_secret", "=", before.sealedSecret));
      return done([lockWebhooks(name.project), [changed, 1]], effects);
    },

    deleteEndpoint({ project, id }, effects) {
      const remove = db.deleteFrom("webhook_endpoints").where("project_id", "=", project).where("id", "=", id);
      const removeCaught = db
        .deleteFrom("caught_requests")
        .where("project_id", "=", project)
        .where("endpoint_id", "=", id);
      return done([[remove, 1], removeCaught], effects);
    },

    disableFailing(name, before, now, effects) {
      const disable = update(name).where("disabled", "=", 0).where("failing_since", "<=", before);
      return done([lockWebhooks(name.project), [disable.set({ disabled: 1, updated_at: now }), 1]], effects);
    },
  };
}

function toEndpoint(row: EndpointRow): WebhookEndpointRecord {
  return {
    project: row.project_id as ProjectId,
    id: row.id,
    url: row.url,
    subscribedEvents: JSON.parse(row.subscribed_events) as DomainEventType[],
    disabled: row.disabled === 1,
    rateLimit: row.rate_limit ?? undefined,
    headers: JSON.parse(row.headers) as WebhookHeaders,
    storageThrottleSeconds: row.storage_throttle,
    documentThrottleSeconds: row.document_throttle,
    sealedSecret: row.sealed_secret,
    sealedPreviousSecret: row.sealed_previous ?? undefined,
    previousSecretUntil: row.previous_until ?? undefined,
    failingSince: row.failing_since ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function toRow(endpoint: WebhookEndpointRecord): EndpointRow {
  return {
    project_id: endpoint.project,
    id: endpoint.id,
    url: endpoint.url,
    subscribed_events: JSON.stringify(endpoint.subscribedEvents),
    disabled: Number(endpoint.disabled),
    rate_limit: endpoint.rateLimit ?? null,
    headers: JSON.stringify(endpoint.headers),
    storage_throttle: endpoint.storageThrottleSeconds,
    document_throttle: endpoint.documentThrottleSeconds,
    sealed_secret: endpoint.sealedSecret,
    sealed_previous: endpoint.sealedPreviousSecret ?? null,
    previous_until: endpoint.previousSecretUntil ?? null,
    failing_since: endpoint.failingSince ?? null,
    created_at: endpoint.createdAt,
    updated_at: endpoint.updatedAt,
  };
}

function toChangedColumns(
  change: Parameters<WebhookRecords["updateEndpoint"]>[1],
): Updateable<Tables["webhook_endpoints"]> {
  const { subscribedEvents, disabled, headers } = change;
  const columns: Updateable<Tables["webhook_endpoints"]> = {
    url: change.url,
    subscribed_events: subscribedEvents && JSON.stringify(subscribedEvents),
    disabled: disabled === undefined ? undefined : Number(disabled),
    failing_since: disabled === undefined ? undefined : null,
    rate_limit: change.rateLimit,
    headers: headers && JSON.stringify(headers),
    storage_throttle: change.storageThrottleSeconds,
    document_throttle: change.documentThrottleSeconds,
    sealed_secret: change.sealedSecret,
    sealed_previous: change.sealedPreviousSecret,
    previous_until: change.previousSecretUntil,
    updated_at: change.updatedAt,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}
