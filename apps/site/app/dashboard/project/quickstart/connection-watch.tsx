import { Radio } from "lucide-react";
import { Link } from "react-router";
import { Spinner } from "../../../ui/spinner.tsx";
import { useChecklist } from "../shared/checklist-query.ts";
import { IdText } from "../../../ui/id-text.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";

/** Waits for the project's first connection, and then announces it. */
export function ConnectionWatch({ projectId, base }: { projectId: string; base: string }) {
  const { data: checklist } = useChecklist(projectId);
  const at = checklist?.steps.firstConnection ?? null;
  const room = checklist?.latestRoomId ?? null;
  return (
    <div
      role="status"
      className={`flex flex-col gap-3 rounded-lg border p-5 transition-colors duration-(--calm) ${at === null ? "border-dashed border-line-strong" : "border-success-line bg-success-soft"}`}
    >
      {at === null ? (
        <>
          <p className="flex items-center gap-3 font-medium">
            <Spinner />
            Waiting for a connection…
          </p>
          <p className="text-sm text-muted">Run the app. The status changes when it connects to the room.</p>
        </>
      ) : (
        <>
          <p className="flex items-center gap-3 font-medium text-success">
            <Radio className="size-5" aria-hidden />
            Connected
          </p>
          <p className="text-sm">
            First seen <RelativeTime at={at} />
            {room !== null && (
              <>
                , latest in the room{" "}
                <code className="inline-flex max-w-full text-xs">
                  <IdText id={room} />
                </code>
              </>
            )}
            .
          </p>
          {room !== null && (
            <Link to={`${base}/rooms/${encodeURIComponent(room)}`} className="link text-sm">
              Open the room
            </Link>
          )}
        </>
      )}
    </div>
  );
}
