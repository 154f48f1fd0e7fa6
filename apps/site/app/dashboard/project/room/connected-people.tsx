import type { InspectedConnection } from "@weft/protocol";
import { Avatar } from "../../../ui/avatar.tsx";
import { countOf } from "../../../formats/count.ts";
import { personOf } from "./presence/person-of.ts";

const shown = 5;

/** The users who are connected to the room. */
export function ConnectedPeople({ connections }: { connections: readonly InspectedConnection[] }) {
  return (
    <div
      className="flex items-center gap-2"
      role="group"
      aria-label={`${countOf(connections.length, "connection")} now`}
    >
      <span className="flex gap-1">
        {connections.slice(0, shown).map((connection) => {
          const person = personOf(connection);
          return <Avatar key={connection.connectionId} id={person.id} name={person.name} image={person.image} />;
        })}
      </span>
      <span className="text-sm text-muted tabular-nums" data-testid="connected-count">
        {connections.length === 0 ? "No one connected" : `${connections.length} connected`}
      </span>
    </div>
  );
}
