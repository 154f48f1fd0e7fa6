import type { WebhookDelivery } from "@weft/protocol";
import { countOf } from "../../../formats/count.ts";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Cell, HeaderCell, Row, Table } from "../../../ui/table.tsx";
import { LogRow } from "../shared/log-row.tsx";
import { DeliveryState } from "./delivery-state.tsx";

export interface DeliveriesTableProps {
  deliveries: readonly WebhookDelivery[];
  opened: string | null;
  /** The row that the keyboard has reached. */
  at: number;
  onOpen: (id: string) => void;
}

/** Deliveries, newest first. */
export function DeliveriesTable({ deliveries, opened, at, onOpen }: DeliveriesTableProps) {
  return (
    <Table caption="Deliveries" stacked>
      <thead>
        <Row>
          <HeaderCell>Time</HeaderCell>
          <HeaderCell>Status</HeaderCell>
          <HeaderCell>Event</HeaderCell>
          <HeaderCell>Attempts</HeaderCell>
          <HeaderCell>Next attempt</HeaderCell>
          <HeaderCell className="hidden 2xl:table-cell">Message ID</HeaderCell>
        </Row>
      </thead>
      <tbody>
        {deliveries.map((delivery, index) => (
          <LogRow
            key={delivery.id}
            at={delivery.createdAt}
            opened={delivery.id === opened}
            reached={index === at}
            onOpen={() => onOpen(delivery.id)}
          >
            <Cell className="py-2! as-card:justify-end as-card:py-0!">
              <DeliveryState delivery={delivery} />
            </Cell>
            <Cell className="py-2! as-card:py-0!">
              <button
                type="button"
                className="truncate rounded-sm text-left font-mono text-xs underline-offset-4 hover:underline as-card:max-w-full"
                onClick={() => onOpen(delivery.id)}
              >
                {delivery.type}
              </button>
            </Cell>
            <Cell className="py-2! text-xs whitespace-nowrap tabular-nums as-card:justify-end as-card:py-0!">
              {countOf(delivery.attemptCount, "attempt")}
            </Cell>
            <Cell className="py-2! text-xs whitespace-nowrap as-card:hidden">
              {delivery.nextAttemptAt === null ? "" : <RelativeTime at={delivery.nextAttemptAt} />}
            </Cell>
            <Cell className="hidden py-2! font-mono text-xs whitespace-nowrap text-faint as-card:hidden 2xl:table-cell">
              {delivery.id}
            </Cell>
          </LogRow>
        ))}
      </tbody>
    </Table>
  );
}
