import { Card } from "../../../../ui/card.tsx";
import { Avatar } from "../../../../ui/avatar.tsx";
import { Badge } from "../../../../ui/badge.tsx";
import { CopyButton } from "../../../../ui/copy-button.tsx";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { RelativeTime } from "../../../../ui/relative-time.tsx";
import { SkeletonLines } from "../../../../ui/skeleton-lines.tsx";
import { useInspectedRoom } from "../room-context.ts";
import { CursorMap } from "./cursor-map.tsx";
import { personOf } from "./person-of.ts";
import { PresenceJson } from "./presence-json.tsx";

const unchanged: ReadonlySet<string> = new Set();

/** Who is in the room, and what they show of themselves, as it changes. */
export function PresenceTab() {
  const { live } = useInspectedRoom();
  if (live.connections === null) return <SkeletonLines lines={6} />;
  if (live.connections.length === 0)
    return (
      <EmptyState title="Whoever enters this room appears here.">
        <p>You are not counted: an inspector is nobody's other.</p>
      </EmptyState>
    );
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(14rem,22rem)]">
      <ul className="grid gap-4 xl:grid-cols-2" aria-label="Connections">
        {live.connections.map((connection) => {
          const person = personOf(connection);
          const change = live.changedPresence.get(connection.connectionId);
          return (
            <li key={connection.connectionId} className="min-w-0">
              <Card className="flex flex-col gap-4 p-4!">
                <div className="flex items-center gap-3">
                  <Avatar id={person.id} name={person.name} image={person.image} size="lg" decorative />
                  <div className="min-w-0 flex-1">
                    <p className="truncate text-sm font-medium">{person.name}</p>
                    <p className="truncate text-xs text-muted">
                      <span className="font-mono">#{connection.connectionId}</span>
                      {connection.userId !== null && ` · ${connection.userId}`} ·{" "}
                      <RelativeTime at={connection.connectedAt} />
                    </p>
                  </div>
                  <Badge tone={connection.writes ? "accent" : "neutral"}>
                    {connection.writes ? "writes" : "reads"}
                  </Badge>
                  <CopyButton
                    name={`Copy the presence of ${person.name}`}
                    text={() => JSON.stringify(connection.presence, null, 2)}
                  />
                </div>
                <PresenceJson
                  presence={connection.presence}
                  changed={change?.keys ?? unchanged}
                  turn={change?.turn ?? 0}
                />
                {Object.keys(connection.info).length > 0 && (
                  <details className="text-xs">
                    <summary className="w-fit rounded-sm text-muted">Info of the token</summary>
                    <pre className="mt-2 overflow-x-auto rounded-md bg-sunken px-3 py-2" tabIndex={0}>
                      {JSON.stringify(connection.info, null, 2)}
                    </pre>
                  </details>
                )}
              </Card>
            </li>
          );
        })}
      </ul>
      <CursorMap connections={live.connections} />
    </div>
  );
}
