import type { ProjectWebhook } from "@weft/protocol";
import { webhookEventGroups } from "@weft/protocol/webhook-event-groups";
import { Link } from "react-router";
import { countOf, formatCount } from "../../../formats/count.ts";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Cell, HeaderCell, Row, Table } from "../../../ui/table.tsx";
import { successRateText } from "./delivery-rates.ts";
import { WebhookState } from "./webhook-state.tsx";

const eventCount = webhookEventGroups.flatMap(({ events }) => events).length;

export interface WebhooksTableProps {
  webhooks: readonly ProjectWebhook[];
  base: string;
  /** The row that the keyboard has reached. */
  at: number;
}

/** Endpoints, with how they do. */
export function WebhooksTable({ webhooks, base, at }: WebhooksTableProps) {
  return (
    <Table caption="Webhook endpoints" stacked>
      <thead>
        <Row>
          <HeaderCell>URL</HeaderCell>
          <HeaderCell>Status</HeaderCell>
          <HeaderCell>Events</HeaderCell>
          <HeaderCell>Success rate (24 h)</HeaderCell>
          <HeaderCell>Last event</HeaderCell>
        </Row>
      </thead>
      <tbody>
        {webhooks.map((webhook, index) => (
          <Row key={webhook.id} data-reached={index === at || undefined}>
            <HeaderCell scope="row" className="max-w-md">
              <Link
                to={`${base}/webhooks/${encodeURIComponent(webhook.id)}`}
                title={webhook.url}
                className="block truncate font-mono text-xs font-medium underline-offset-4 hover:underline"
              >
                {webhook.catchesUntil === null ? webhook.url : "Request catcher"}
              </Link>
            </HeaderCell>
            <Cell label="Status">
              <WebhookState webhook={webhook} />
            </Cell>
            <Cell label="Events" className="whitespace-nowrap">
              <span title={webhook.subscribedEvents.join("\n")}>
                {webhook.subscribedEvents.length === eventCount
                  ? "All events"
                  : countOf(webhook.subscribedEvents.length, "event")}
              </span>
            </Cell>
            <Cell label="Success rate (24 h)" className="whitespace-nowrap tabular-nums">
              {successRateText(webhook.lastDay)}
              {webhook.lastDay.retrying > 0 && (
                <span className="text-muted"> · {formatCount(webhook.lastDay.retrying)} retrying</span>
              )}
            </Cell>
            <Cell label="Last event" className="whitespace-nowrap">
              {webhook.lastEventAt === null ? (
                <span className="text-muted">Never</span>
              ) : (
                <RelativeTime at={webhook.lastEventAt} />
              )}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
