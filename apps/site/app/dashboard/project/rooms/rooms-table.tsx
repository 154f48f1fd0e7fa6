import { Link } from "react-router";
import { formatBytes } from "../../../formats/bytes.ts";
import { formatCount } from "../../../formats/count.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Cell, HeaderCell, Row, Table } from "../../../ui/table.tsx";
import { MetadataChips } from "../shared/metadata-chips.tsx";
import type { RoomRow } from "./room-list.ts";

export interface RoomsTableProps {
  rooms: readonly RoomRow[];
  base: string;
  selected: ReadonlySet<string>;
  /** The row that the keyboard has reached. */
  at: number;
  onSelect: (id: string, chosen: boolean) => void;
  onSelectAll: (chosen: boolean) => void;
  onOpen: (id: string) => void;
}

/** Rooms with their connections and sizes. */
export function RoomsTable({ rooms, base, selected, at, onSelect, onSelectAll, onOpen }: RoomsTableProps) {
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
          <HeaderCell>Room</HeaderCell>
          <HeaderCell>Connected</HeaderCell>
          <HeaderCell>Access</HeaderCell>
          <HeaderCell>Metadata</HeaderCell>
          <HeaderCell spare className="text-right!">
            Storage
          </HeaderCell>
          <HeaderCell spare className="text-right!">
            Yjs
          </HeaderCell>
          <HeaderCell>Last connection</HeaderCell>
          <HeaderCell spare>Created</HeaderCell>
        </Row>
      </thead>
      <tbody>
        {rooms.map((room, index) => (
          <Row
            key={room.id}
            data-selected={selected.has(room.id) || undefined}
            data-reached={index === at || undefined}
            onOpen={() => onOpen(room.id)}
          >
            <Cell className="pr-0! as-card:absolute as-card:top-4 as-card:right-4 as-card:mx-0!">
              <Checkbox
                label={`Select ${room.id}`}
                labelHidden
                checked={selected.has(room.id)}
                onCheckedChange={(next) => onSelect(room.id, next)}
              />
            </Cell>
            <Cell className="w-full max-w-0 min-w-44 py-1.5! as-card:mx-0! as-card:max-w-[calc(100%-2.5rem)]! as-card:justify-start!">
              <span className="flex min-w-0 items-center gap-1">
                <Link
                  to={`${base}/rooms/${encodeURIComponent(room.id)}`}
                  className="truncate font-mono text-xs font-medium underline-offset-4 hover:underline"
                  title={room.id}
                >
                  {room.id}
                </Link>
                <CopyButton text={room.id} name={`Copy ${room.id}`} />
              </span>
            </Cell>
            <Cell label="Connected">
              <span className="flex items-center gap-2 tabular-nums">
                <span
                  aria-hidden
                  className={`size-2 rounded-full ${(room.connectedNow ?? 0) > 0 ? "bg-success-solid" : "border border-line-control"}`}
                />
                {room.connectedNow === null ? (
                  <span title="The server that has this room did not answer.">–</span>
                ) : (
                  formatCount(room.connectedNow)
                )}
              </span>
            </Cell>
            <Cell label="Access">
              <Badge tone={room.access === "public" ? "accent" : "neutral"}>{room.access}</Badge>
            </Cell>
            <Cell label="Metadata">
              <MetadataChips
                entries={Object.entries(room.metadata).map(([key, value]) => [
                  key,
                  typeof value === "string" ? value : value.join(", "),
                ])}
              />
            </Cell>
            <Cell spare label="Storage" className="text-right whitespace-nowrap tabular-nums">
              {formatBytes(room.storageBytes)}
            </Cell>
            <Cell spare label="Yjs" className="text-right whitespace-nowrap tabular-nums">
              {formatBytes(room.documentBytes)}
            </Cell>
            <Cell label="Last connection" className="whitespace-nowrap">
              {room.lastConnectionAt === null ? (
                <span className="text-faint">Never</span>
              ) : (
                <RelativeTime at={room.lastConnectionAt} />
              )}
            </Cell>
            <Cell spare label="Created" className="whitespace-nowrap">
              <RelativeTime at={room.createdAt} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
