import type { InspectedConnection } from "@weft/protocol";
import { ChevronDown, Eye, EyeOff, Unplug } from "lucide-react";
import { useId, useState } from "react";
import { Avatar } from "../../../../ui/avatar.tsx";
import { Badge } from "../../../../ui/badge.tsx";
import { CopyButton } from "../../../../ui/copy-button.tsx";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { IdText } from "../../../../ui/id-text.tsx";
import { RelativeTime } from "../../../../ui/relative-time.tsx";
import type { PresenceChange } from "../inspect-state.ts";
import { personOf } from "./person-of.ts";
import { PresenceJson } from "./presence-json.tsx";
import { PresencePreview } from "./presence-preview.tsx";

const unchanged: PresenceChange = { keys: new Set(), fast: new Set(), turn: 0 };

export interface ConnectionRowProps {
  connection: InspectedConnection;
  change: PresenceChange | undefined;
  followed: boolean;
  editing: boolean;
  onFollow: (followed: boolean) => void;
  onDisconnect: () => void;
}

/** A connection to the room in two lines: the user, then the connection. Its presence opens below as JSON. */
export function ConnectionRow({
  connection,
  change = unchanged,
  followed,
  editing,
  onFollow,
  onDisconnect,
}: ConnectionRowProps) {
  const { connectionId, userId, software, roundTripMs } = connection;
  const person = personOf(connection);
  const [open, setOpen] = useState(false);
  const details = useId();
  const facts = [
    software === null ? "Set with the REST API" : `Client ${software === "" ? "unknown" : software}`,
    roundTripMs === null ? null : `${roundTripMs} ms round trip`,
  ];
  return (
    <div className={followed ? "bg-accent-soft" : undefined}>
      <div className="flex flex-wrap items-center gap-x-3 px-4 py-2 sm:flex-nowrap">
        <Avatar id={person.id} name={person.name} image={person.image} size="lg" decorative />
        <div className="min-w-0 flex-1 leading-5 max-sm:basis-[calc(100%-2.75rem)]">
          <p className="flex min-w-0 items-center gap-2 text-sm">
            <span className="max-w-[40%] shrink-0 truncate sm:max-w-[50%] font-medium">{person.name}</span>
            {userId !== null && userId !== person.name && <IdText id={userId} className="text-xs text-muted" />}
            <Badge tone={connection.writes ? "accent" : "neutral"} className="shrink-0">
              {connection.writes ? "Can edit" : "Read-only"}
            </Badge>
          </p>
          <p className="flex min-w-0 flex-wrap gap-x-1.5 text-xs text-muted tabular-nums">
            <span className="font-mono">#{connectionId}</span>
            <RelativeTime at={connection.connectedAt} />
            <span>{facts.filter(Boolean).join(" · ")}</span>
          </p>
        </div>
        <PresencePreview presence={connection.presence} changed={change.keys} fast={change.fast} turn={change.turn} />
        <div className="ml-auto flex shrink-0 items-center">
          <IconButton
            name={`${open ? "Hide" : "Show"} presence of ${person.name}`}
            aria-expanded={open}
            aria-controls={open ? details : undefined}
            onClick={() => setOpen(!open)}
          >
            <ChevronDown className="size-4" aria-hidden />
          </IconButton>
          <CopyButton
            size="md"
            className="w-9!"
            name={`Copy presence of ${person.name}`}
            text={() => JSON.stringify(connection.presence, null, 2)}
          />
          <IconButton
            name={followed ? `Stop following ${person.name}` : `Follow ${person.name}`}
            onClick={() => onFollow(!followed)}
          >
            {followed ? <EyeOff className="size-4" aria-hidden /> : <Eye className="size-4" aria-hidden />}
          </IconButton>
          <IconButton
            name={`Disconnect ${person.name}`}
            disabled={!editing || software === null}
            onClick={onDisconnect}
          >
            <Unplug className="size-4" aria-hidden />
          </IconButton>
        </div>
      </div>
      {open && (
        <div id={details} className="flex flex-col gap-2 px-4 pb-3 sm:pl-15">
          <PresenceJson presence={connection.presence} changed={change.keys} fast={change.fast} turn={change.turn} />
          {Object.keys(connection.info).length > 0 && (
            <details className="text-xs">
              <summary className="w-fit rounded-sm text-muted">User info</summary>
              <pre className="mt-2 overflow-x-auto rounded-md bg-sunken px-3 py-2" tabIndex={0}>
                {JSON.stringify(connection.info, null, 2)}
              </pre>
            </details>
          )}
        </div>
      )}
    </div>
  );
}
