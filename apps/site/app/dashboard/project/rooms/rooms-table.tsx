import { Link } from "react-router";
import { formatBytes } from "../../../formats/bytes.ts";
import { formatCount } from "../../../formats/count.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Cell, HeaderCell, Row, Table } from "../../../ui/table.tsx";
import type { RoomRow } from "./room-list.ts";

export interface RoomsTableProps {
  rooms: readonly RoomRow[];
  base: string;
  selected: ReadonlySet<string>;
  /** The row that the keyboard has reached. */
  at: number;
  onSelect: (id: string, chosen: boolean) => void;
  onSelectAll: (chosen: boolean) => void;
}

/** Rooms, with who is in them and how large they are. */
export function RoomsTable({ rooms, base, selected, at, onSelect, onSelectAll }: RoomsTableProps) {
  const chosen = rooms.filter(({ id }) => selected.has(id)).length;
  return (
    <Table caption="Rooms" className="[&_td]:px-3 [&_th]:px-3 [&_label]:flex [&_label>:first-child]:mt-0">
      <thead>
        <Row>
          <HeaderCell className="w-10 pr-0!">
            <Checkbox
              label="Select every room of this page"
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
          <HeaderCell className="text-right!">Storage</HeaderCell>
          <HeaderCell className="text-right!">Yjs</HeaderCell>
          <HeaderCell>Last connection</HeaderCell>
          <HeaderCell>Created</HeaderCell>
        </Row>
      </thead>
      <tbody>
        {rooms.map((room, index) => (
          <Row
            key={room.id}
            data-selected={selected.has(room.id) || undefined}
            data-reached={index === at || undefined}
          >
            <Cell className="pr-0!">
              <Checkbox
                label={`Select ${room.id}`}
                labelHidden
                checked={selected.has(room.id)}
                onCheckedChange={(next) => onSelect(room.id, next)}
              />
            </Cell>
            <Cell className="py-1.5!">
              <span className="flex items-center gap-1">
                <Link
                  to={`${base}/rooms/${encodeURIComponent(room.id)}`}
                  className="max-w-56 truncate font-mono text-xs font-medium underline-offset-4 hover:underline"
                  title={room.id}
                >
                  {room.id}
                </Link>
                <CopyButton text={room.id} name={`Copy ${room.id}`} />
              </span>
            </Cell>
            <Cell>
              <span className="flex items-center gap-2 tabular-nums">
                <span
                  aria-hidden
                  className={`size-2 rounded-full ${room.connectedNow > 0 ? "bg-success-solid" : "border border-line-control"}`}
                />
                {formatCount(room.connectedNow)}
              </span>
            </Cell>
            <Cell>
              <Badge tone={room.access === "public" ? "accent" : "neutral"}>{room.access}</Badge>
            </Cell>
            <Cell>
              <MetadataChips metadata={room.metadata} />
            </Cell>
            <Cell className="text-right whitespace-nowrap tabular-nums">{formatBytes(room.storageBytes)}</Cell>
            <Cell className="text-right whitespace-nowrap tabular-nums">{formatBytes(room.documentBytes)}</Cell>
            <Cell className="whitespace-nowrap">
              {room.lastConnectionAt === null ? (
                <span className="text-faint">never</span>
              ) : (
                <RelativeTime at={room.lastConnectionAt} />
              )}
            </Cell>
            <Cell className="whitespace-nowrap">
              <RelativeTime at={room.createdAt} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

const chipsAtMost = 2;

function MetadataChips({ metadata }: { metadata: RoomRow["metadata"] }) {
  const entries = Object.entries(metadata);
  const texts = entries.map(([key, value]) => `${key}: ${typeof value === "string" ? value : value.join(", ")}`);
  return (
    <span className="flex items-center gap-1">
      {texts.slice(0, chipsAtMost).map((text) => (
        <span
          key={text}
          className="max-w-28 truncate rounded-sm bg-sunken px-1.5 py-0.5 font-mono text-2xs"
          title={text}
        >
          {text}
        </span>
      ))}
      {texts.length > chipsAtMost && (
        <span className="text-xs text-faint" title={texts.slice(chipsAtMost).join("\n")}>
          +{texts.length - chipsAtMost}
        </span>
      )}
    </span>
  );
}
