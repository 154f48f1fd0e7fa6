import { Badge } from "../../../ui/badge.tsx";
import { ThreadMark } from "../../../ui/thread-line.tsx";
import { countOf, formatCount } from "../../../formats/count.ts";
import { formatClockMs } from "../../shared/clock-time.ts";
import { eventSummary, eventWords, stationOf } from "../shared/event-words.ts";
import { RoomLink } from "../shared/room-link.tsx";
import type { EventGroup } from "./group-events.ts";

/** Events that say the same: what happened, how often, and when last. */
export function EventGroupRow({ group: { latest, oldest, count, isOfOne } }: { group: EventGroup }) {
  const { label, tone } = eventWords[latest.kind];
  // Without a user, a connection or a code, the summary would repeat the label.
  const says = latest.userId !== null || latest.connectionId !== null || "code" in latest.data;
  return (
    <li className="flex items-center gap-3 px-5 text-sm">
      <ThreadMark state={stationOf(latest.kind)} className="before:top-0! before:block!" />
      <time
        dateTime={latest.at}
        title={count > 1 ? `${formatClockMs(oldest.at)} to ${formatClockMs(latest.at)}` : undefined}
        className="shrink-0 py-2.5 font-mono text-xs text-faint tabular-nums"
      >
        {formatClockMs(latest.at)}
      </time>
      <Badge tone={tone}>{label}</Badge>
      {count > 1 && (
        <span className="shrink-0 text-xs text-muted tabular-nums">
          <span aria-hidden>×{formatCount(count)}</span>
          <span className="sr-only">{countOf(count, "event")}</span>
        </span>
      )}
      <span className="min-w-0 flex-1 truncate text-muted">
        {says && (isOfOne ? eventSummary(latest) : `Latest: ${eventSummary(latest)}`)}
      </span>
      {latest.roomId !== null && <RoomLink id={latest.roomId} className="link max-sm:hidden" />}
    </li>
  );
}
