import { useMutation } from "@tanstack/react-query";
import type { InspectedConnection } from "@weft/protocol";
import { clsx } from "clsx";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { request } from "../../../../api/request.ts";
import { AlertDialog } from "../../../../ui/alert-dialog.tsx";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { SkeletonLines } from "../../../../ui/skeleton-lines.tsx";
import { toast } from "../../../../ui/toast.ts";
import { useProject } from "../../shared/project-context.ts";
import { useInspectedRoom } from "../room-context.ts";
import { ConnectionRow } from "./connection-row.tsx";
import { CursorMap } from "./cursor-map.tsx";
import { cursorOf, personOf } from "./person-of.ts";

/** The connections to the room with their presence, live. */
export function PresenceTab() {
  const { project } = useProject();
  const { room, live, editing } = useInspectedRoom();
  const [search, setSearch] = useSearchParams();
  const [ending, setEnding] = useState<InspectedConnection | null>(null);
  const end = useMutation({
    mutationFn: ({ connectionId }: InspectedConnection) =>
      request("DELETE /internal/projects/{projectId}/rooms/{roomId}/connections/{connectionId}", {
        path: { projectId: project.id, roomId: room.id, connectionId: String(connectionId) },
      }),
    onSuccess: (_, connection) => {
      setEnding(null);
      toast({ title: `${personOf(connection).name} was disconnected`, tone: "success" });
    },
  });
  if (live.connections === null) return <SkeletonLines lines={6} />;
  if (live.connections.length === 0)
    return (
      <EmptyState title={live.status === "reconnecting" ? "No one was connected" : "No one is connected"}>
        <p>
          {live.status === "reconnecting"
            ? "This is the last known state. It updates when the connection is back."
            : "You're viewing as an observer and aren't shown to users."}
        </p>
      </EmptyState>
    );
  const followed = live.connections.find(({ connectionId }) => String(connectionId) === search.get("follow"));
  const follow = (connectionId: number | null) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (connectionId === null) next.delete("follow");
        else next.set("follow", String(connectionId));
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const mapped = live.connections.some(({ presence }) => cursorOf(presence) !== null);
  const shown = followed ? [followed, ...live.connections.filter((one) => one !== followed)] : live.connections;
  return (
    <div className="flex flex-col gap-4">
      <div className={clsx("grid items-start gap-5", mapped && "lg:grid-cols-[minmax(0,1fr)_minmax(14rem,20rem)]")}>
        <ul className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface" aria-label="Connections">
          {shown.map((connection) => (
            <li key={connection.connectionId} className="min-w-0 border-b border-line last:border-0">
              <ConnectionRow
                connection={connection}
                change={live.changedPresence.get(connection.connectionId)}
                followed={connection === followed}
                editing={editing}
                onFollow={(next) => follow(next ? connection.connectionId : null)}
                onDisconnect={() => setEnding(connection)}
              />
            </li>
          ))}
        </ul>
        <CursorMap connections={live.connections} followed={followed?.connectionId} />
      </div>
      <AlertDialog
        open={ending !== null}
        onOpenChange={(next) => {
          if (next) return;
          setEnding(null);
          end.reset();
        }}
        title={`Disconnect ${ending ? personOf(ending).name : ""}?`}
        action="Disconnect"
        busy={end.isPending}
        error={end.error?.message}
        onConfirm={() => {
          if (ending) end.mutate(ending);
        }}
      >
        Connection #{ending?.connectionId} is closed and won&apos;t reconnect automatically. To keep a user out of the
        room, also remove their access.
      </AlertDialog>
    </div>
  );
}
