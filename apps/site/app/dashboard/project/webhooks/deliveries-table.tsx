import type { WebhookDelivery } from "@weft/protocol";
import { countOf } from "../../../formats/count.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { IdText } from "../../../ui/id-text.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Cell, HeaderCell, Row, Table } from "../../../ui/table.tsx";
import type { StationState } from "../../../ui/thread-line.tsx";
import { LogRow } from "../shared/log-row.tsx";
import { DeliveryState } from "./delivery-state.tsx";

const stations: Readonly<Record<WebhookDelivery["state"], StationState>> = {
  delivered: "reached",
  waiting: "next",
  failed: "failed",
  dropped: "failed",
};

export interface DeliveriesTableProps {
  deliveries: readonly WebhookDelivery[];
  opened: string | null;
  /** The row that the keyboard has reached. */
  at: number;
  selected: ReadonlySet<string>;
  onOpen: (id: string) => void;
  onSelect: (ids: readonly string[], chosen: boolean) => void;
}

/** Deliveries, newest first. */
export function DeliveriesTable({ deliveries, opened, at, selected, onOpen, onSelect }: DeliveriesTableProps) {
  const chosen = deliveries.filter(({ id }) => selected.has(id)).length;
  return (
    <Table caption="Deliveries" stacked>
      <thead>
        <Row>
          <HeaderCell className="w-10 pr-0!">
            <Checkbox
              label="Select all deliveries on this page"
              labelHidden
              className="align-middle"
              checked={chosen > 0 && chosen === deliveries.length}
              indeterminate={chosen > 0 && chosen < deliveries.length}
              onCheckedChange={(all) =>
                onSelect(
                  deliveries.map(({ id }) => id),
                  all,
                )
              }
            />
          </HeaderCell>
          <HeaderCell className="pl-10!">Time</HeaderCell>
          <HeaderCell>Status</HeaderCell>
          <HeaderCell>Event</HeaderCell>
          <HeaderCell>Room</HeaderCell>
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
            station={stations[delivery.state]}
            opened={delivery.id === opened}
            reached={index === at}
            onOpen={() => onOpen(delivery.id)}
            lead={
              <Cell className="py-2! pr-0! as-card:col-start-2 as-card:row-start-1 as-card:justify-end as-card:py-0!">
                <Checkbox
                  label={`Select ${delivery.id}`}
                  labelHidden
                  className="align-middle"
                  checked={selected.has(delivery.id)}
                  onCheckedChange={(next) => onSelect([delivery.id], next)}
                />
              </Cell>
            }
          >
            <Cell className="py-2! as-card:py-0!">
              <DeliveryState delivery={delivery} />
            </Cell>
            <Cell className="py-2! as-card:justify-end as-card:py-0!">
              <button
                type="button"
                className="truncate rounded-sm text-left font-mono text-xs underline-offset-4 hover:underline as-card:max-w-full"
                onClick={() => onOpen(delivery.id)}
              >
                {delivery.type}
              </button>
            </Cell>
            <Cell className="max-w-48 truncate py-2! font-mono text-xs as-card:py-0!">
              <span className="truncate" title={delivery.roomId ?? undefined}>
                {delivery.roomId ?? ""}
              </span>
            </Cell>
            <Cell className="py-2! text-xs whitespace-nowrap tabular-nums as-card:justify-end as-card:py-0!">
              {countOf(delivery.attemptCount, "attempt")}
            </Cell>
            <Cell className="py-2! text-xs whitespace-nowrap as-card:hidden">
              {delivery.nextAttemptAt === null ? "" : <RelativeTime at={delivery.nextAttemptAt} />}
            </Cell>
            <Cell className="hidden py-2! font-mono text-xs whitespace-nowrap text-faint as-card:hidden 2xl:table-cell">
              <IdText id={delivery.id} />
            </Cell>
          </LogRow>
        ))}
      </tbody>
    </Table>
  );
}
