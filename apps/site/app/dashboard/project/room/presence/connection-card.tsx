import type { InspectedConnection } from "@weft/protocol";
import { Eye, EyeOff, Unplug } from "lucide-react";
import { Avatar } from "../../../../ui/avatar.tsx";
import { Badge } from "../../../../ui/badge.tsx";
import { Card } from "../../../../ui/card.tsx";
import { CopyButton } from "../../../../ui/copy-button.tsx";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { RelativeTime } from "../../../../ui/relative-time.tsx";
import type { PresenceChange } from "../inspect-state.ts";
import { personOf } from "./person-of.ts";
import { PresenceJson } from "./presence-json.tsx";

const unchanged: PresenceChange = { keys: new Set(), fast: new Set(), turn: 0 };

export interface ConnectionCardProps {
  connection: InspectedConnection;
  change: PresenceChange | undefined;
  followed: boolean;
  editing: boolean;
  onFollow: (followed: boolean) => void;
  onDisconnect: () => void;
}

/** A connection to the room. */
export function ConnectionCard({
  connection,
  change = unchanged,
  followed,
  editing,
  onFollow,
  onDisconnect,
}: ConnectionCardProps) {
  const { connectionId, userId, software, roundTripMs } = connection;
  const person = personOf(connection);
  const facts = [
    software === null ? "Set with the REST API" : `Client ${software === "" ? "unknown" : software}`,
    roundTripMs === null ? null : `${roundTripMs} ms round trip`,
  ];
  return (
    <Card className={`flex flex-col gap-4 p-4! ${followed ? "border-accent-line!" : ""}`}>
      <div className="flex items-center gap-3">
        <Avatar id={person.id} name={person.name} image={person.image} size="lg" decorative />
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-2 text-sm font-medium">
            <span className="truncate">{person.name}</span>
            <Badge tone={connection.writes ? "accent" : "neutral"}>
              {connection.writes ? "Can edit" : "Read-only"}
            </Badge>
          </p>
          <p className="truncate text-xs text-muted">
            <span className="font-mono">#{connectionId}</span>
            {userId !== null && ` · ${userId}`} · <RelativeTime at={connection.connectedAt} />
          </p>
        </div>
      </div>
      <PresenceJson presence={connection.presence} changed={change.keys} fast={change.fast} turn={change.turn} />
      {Object.keys(connection.info).length > 0 && (
        <details className="text-xs">
          <summary className="w-fit rounded-sm text-muted">User info</summary>
          <pre className="mt-2 overflow-x-auto rounded-md bg-sunken px-3 py-2" tabIndex={0}>
            {JSON.stringify(connection.info, null, 2)}
          </pre>
        </details>
      )}
      <div className="-mb-1.5 flex items-center gap-1 border-t border-line pt-1.5">
        <span className="mr-auto text-xs text-muted tabular-nums">{facts.filter(Boolean).join(" · ")}</span>
        <IconButton
          name={followed ? `Stop following ${person.name}` : `Follow ${person.name}`}
          onClick={() => onFollow(!followed)}
        >
          {followed ? <EyeOff className="size-4" aria-hidden /> : <Eye className="size-4" aria-hidden />}
        </IconButton>
        <CopyButton
          name={`Copy presence of ${person.name}`}
          text={() => JSON.stringify(connection.presence, null, 2)}
        />
        <IconButton name={`Disconnect ${person.name}`} disabled={!editing || software === null} onClick={onDisconnect}>
          <Unplug className="size-4" aria-hidden />
        </IconButton>
      </div>
    </Card>
  );
}
