import type { InspectedConnection } from "@weft/protocol";
import { avatarColor } from "../../../../ui/avatar-face.ts";
import { cursorOf, personOf } from "./person-of.ts";

export interface CursorMapProps {
  connections: readonly InspectedConnection[];
  /** The connection that stands out. */
  followed?: number | undefined;
}

/** A map of all cursors. It covers the area in which cursors have been seen, or fractions from 0 to 1. */
export function CursorMap({ connections, followed }: CursorMapProps) {
  const cursors = connections.flatMap((connection) => {
    const cursor = cursorOf(connection.presence);
    return cursor ? [{ ...cursor, ...personOf(connection), key: connection.connectionId }] : [];
  });
  if (cursors.length === 0) return null;
  const width = extent(
    cursors.map(({ x }) => x),
    1_280,
  );
  const height = extent(
    cursors.map(({ y }) => y),
    800,
  );
  return (
    <figure className="rounded-lg border border-line bg-surface p-4">
      <figcaption className="mb-3 flex justify-between text-xs text-muted">
        <span>Cursors</span>
        <span className="font-mono">
          {width} × {height}
        </span>
      </figcaption>
      <svg viewBox="0 0 160 100" className="w-full rounded-md bg-sunken" role="img" aria-label="Cursor positions">
        {cursors.map(({ key, id, name, x, y }) => (
          <g
            key={key}
            style={{
              transform: `translate(${(Math.max(0, x) / width) * 150}px, ${(Math.max(0, y) / height) * 92}px)`,
              transition: "transform var(--quick) linear",
              opacity: followed === undefined || followed === key ? 1 : 0.35,
            }}
          >
            <path d="M0 0 L0 7 L2 5.2 L3.4 8 L4.6 7.4 L3.2 4.7 L5.6 4.6 Z" fill={avatarColor(id)} />
            <text x="6.5" y="7" fontSize="4" fill="var(--muted)">
              {name}
            </text>
          </g>
        ))}
      </svg>
    </figure>
  );
}

/** The extent of an axis: fractions stay fractions, pixels get at least the size of a window. */
function extent(values: readonly number[], window: number): number {
  const most = Math.max(...values);
  return most <= 1 ? 1 : Math.max(window, Math.ceil(most / 100) * 100);
}
