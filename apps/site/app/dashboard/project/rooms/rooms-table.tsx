import { Link } from "react-router";
import { formatBytes } from "../../../formats/bytes.ts";
import { formatCount } from "../../../formats/count.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { IdText } from "../../../ui/id-text.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Cell, HeaderCell, Row, Table } from "../../../ui/table.tsx";
import { StationDot } from "../../../ui/thread-line.tsx";
import { SortHeader } from "../../shared/sort-header.tsx";
import { MetadataChips } from "../shared/metadata-chips.tsx";
import type { RoomRow } from "./room-list.ts";
import type { RoomSort } from "./room-sort.ts";

/** A card of two lines: the id and who is connected, then the access and the last activity. */
const cardClass =
  "as-card:grid as-card:grid-cols-[auto_minmax(0,1fr)_auto] as-card:items-center as-card:gap-x-3 as-card:gap-y-1 as-card:px-4 as-card:py-3 as-card:[&>td]:mx-0!";

export interface RoomsTableProps {
  rooms: readonly RoomRow[];
  base: string;
  sort: RoomSort;
  onSort: (sort: RoomSort) => void;
  selected: ReadonlySet<string>;
  /** The row that the keyboard has reached. */
  at: number;
  onSelect: (id: string, chosen: boolean) => void;
  onSelectAll: (chosen: boolean) => void;
  onOpen: (id: string) => void;
}

/** Rooms with their connections and sizes. On a phone, each is a card of two lines. */
export function RoomsTable({
  rooms,
  base,
  sort,
  onSort,
  selected,
  at,
  onSelect,
  onSelectAll,
  onOpen,
}: RoomsTableProps) {
  const sortBy = (by: RoomSort["by"]) => ({
    sorted: sort.by === by ? sort.direction : undefined,
    onSort: (direction: RoomSort["direction"]) => onSort({ by, direction }),
  });
  const chosen = rooms.filter(({ id }) => selected.has(id)).length;
  return (
    <Table
      caption="Rooms"
      stacked
      className="@min-[40rem]/table:[&_td]:px-3 @min-[40rem]/table:[&_th]:px-3 [&_label]:flex [&_label>:first-child]:mt-0"
    >
      <thead>
        <Row>
          <HeaderCell className="w-10 pr-0!">
            <Checkbox
              label="Select all rooms on this page"
              labelHidden
              checked={chosen > 0 && chosen === rooms.length}
              indeterminate={chosen > 0 && chosen < rooms.length}
              onCheckedChange={onSelectAll}
            />
          </HeaderCell>
          <SortHeader {...sortBy("id")}>Room</SortHeader>
          <HeaderCell>Connected</HeaderCell>
          <HeaderCell>Access</HeaderCell>
          <HeaderCell>Metadata</HeaderCell>
          <HeaderCell spare className="text-right!">
            Storage
          </HeaderCell>
          <HeaderCell spare className="text-right!">
            Yjs
          </HeaderCell>
          <SortHeader {...sortBy("activity")}>Last activity</SortHeader>
          <SortHeader spare {...sortBy("created")}>
            Created
          </SortHeader>
        </Row>
      </thead>
      <tbody>
        {rooms.map((room, index) => (
          <Row
            key={room.id}
            data-selected={selected.has(room.id) || undefined}
            data-reached={index === at || undefined}
            onOpen={() => onOpen(room.id)}
            className={cardClass}
          >
            <Cell className="pr-0!">
              <Checkbox
                label={`Select ${room.id}`}
                labelHidden
                checked={selected.has(room.id)}
                onCheckedChange={(next) => onSelect(room.id, next)}
              />
            </Cell>
            <Cell className="w-full max-w-0 min-w-44 py-1.5! as-card:max-w-full as-card:justify-start! as-card:py-0!">
              <span className="flex max-w-full min-w-0 items-center gap-1">
                <Link to={`${base}/rooms/${encodeURIComponent(room.id)}`} className="flex min-w-0 text-xs font-medium">
                  <IdText id={room.id} />
                </Link>
                <CopyButton className="shrink-0 as-card:hidden" text={room.id} name={`Copy ${room.id}`} />
              </span>
            </Cell>
            <Cell className="as-card:justify-end">
              <span className="flex items-center gap-2 figures text-xs">
                <StationDot state={room.connectedNow ? "reached" : "waiting"} className="size-2.5" />
                {room.connectedNow === null ? (
                  <span title="The server that has this room did not answer.">–</span>
                ) : (
                  <>
                    {formatCount(room.connectedNow)}
                    <span className="sr-only"> connected</span>
                  </>
                )}
              </span>
            </Cell>
            <Cell className="as-card:col-start-2">
              <Badge tone={room.access === "public" ? "accent" : "neutral"}>{room.access}</Badge>
            </Cell>
            <Cell className="as-card:hidden">
              <MetadataChips
                entries={Object.entries(room.metadata).map(([key, value]) => [
                  key,
                  typeof value === "string" ? value : value.join(", "),
                ])}
              />
            </Cell>
            <Cell spare className="text-right as-card:hidden whitespace-nowrap tabular-nums">
              {formatBytes(room.storageBytes)}
            </Cell>
            <Cell spare className="text-right as-card:hidden whitespace-nowrap tabular-nums">
              {formatBytes(room.documentBytes)}
            </Cell>
            <Cell className="whitespace-nowrap as-card:justify-end as-card:text-xs">
              {(room.connectedNow ?? 0) > 0 ? (
                <Badge tone="success">Connected now</Badge>
              ) : room.lastConnectionAt === null ? (
                <span className="text-faint" title="No one has connected to this room.">
                  Never entered
                </span>
              ) : (
                <RelativeTime at={room.lastConnectionAt} />
              )}
            </Cell>
            <Cell spare className="whitespace-nowrap as-card:hidden">
              <RelativeTime at={room.createdAt} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
