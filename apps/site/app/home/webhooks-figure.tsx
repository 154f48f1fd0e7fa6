import { clsx } from "clsx";

const deliveries = [
  { event: "commentCreated", status: "200", note: "38 ms", hasFailed: false },
  { event: "storageUpdated", status: "200", note: "41 ms", hasFailed: false },
  { event: "notification", status: "503", note: "Retry in 5 s", hasFailed: true },
  { event: "userEntered", status: "200", note: "35 ms", hasFailed: false },
] as const;

/** Deliveries to an endpoint, one of which is tried again. */
export function WebhooksFigure() {
  return (
    <div className="flex size-full items-center justify-center overflow-hidden px-6 font-mono text-xs">
      <div className="w-full max-w-80">
        {deliveries.map(({ event, status, note, hasFailed }) => (
          <p key={event} className="flex h-8 items-center gap-3 border-b border-line last:border-0">
            <span
              className={clsx(
                "rounded-sm px-1.5 text-2xs font-medium",
                hasFailed ? "bg-warning-soft text-warning" : "bg-success-soft text-success",
              )}
            >
              {status}
            </span>
            <span className="min-w-0 flex-1 truncate">{event}</span>
            <span className="text-2xs text-muted">{note}</span>
          </p>
        ))}
      </div>
    </div>
  );
}
