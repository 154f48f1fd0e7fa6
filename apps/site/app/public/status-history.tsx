import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { request } from "../api/request.ts";
import { formatDay } from "../formats/calendar-date.ts";
import { lengthOf, shownDays, uptimeOf } from "./status-days.ts";
import type { ShownDay } from "./status-days.ts";

/** When the server was available, a bar for each day. Nothing is drawn until there is a record. */
export function StatusHistory() {
  const { data } = useQuery({
    queryKey: ["status"],
    queryFn: ({ signal }) => request("GET /internal/status", { signal }),
    refetchInterval: 60_000,
  });
  const uptime = data && uptimeOf(data);
  if (data === undefined || uptime === undefined) return null;
  const days = shownDays(data, new Date());
  const outages = days.filter(({ unavailableMinutes }) => unavailableMinutes > 0).toReversed();
  return (
    <section aria-labelledby="uptime" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="uptime" className="text-2xl">
          Uptime
        </h2>
        <p className="text-sm text-muted">
          <span className="text-lg font-medium text-ink tabular-nums">{uptime}</span> since{" "}
          {formatDay(data.days[0]!.date)}
        </p>
      </div>
      <div
        role="img"
        aria-label={`Uptime of the last ${data.keptDays} days: ${uptime}. ${outages.length === 0 ? "No outages." : `Days with outages: ${outages.length}.`}`}
        className="flex h-10 items-stretch gap-px sm:gap-0.5"
      >
        {days.map((day) => (
          <span key={day.date} title={titleOf(day)} className={clsx("min-w-0 flex-1 rounded-[2px]", colourOf(day))} />
        ))}
      </div>
      <p className="flex justify-between text-xs text-faint" aria-hidden>
        <span>{data.keptDays} days ago</span>
        <span>Today</span>
      </p>
      {outages.length === 0 ? (
        <p className="text-sm text-muted">No outages recorded.</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line border-y border-line text-sm">
          {outages.slice(0, 10).map((day) => (
            <li key={day.date} className="flex justify-between gap-4 py-2.5">
              <span>{formatDay(day.date)}</span>
              <span className="text-muted tabular-nums">Unavailable for {lengthOf(day.unavailableMinutes)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="text-sm text-muted">
        The server records its own availability every {data.slotMinutes} minutes and keeps {data.keptDays} days. Dates
        are in UTC.
      </p>
    </section>
  );
}

function titleOf({ date, availability, unavailableMinutes }: ShownDay): string {
  if (availability === undefined) return `${formatDay(date)}: no record`;
  return `${formatDay(date)}: ${unavailableMinutes === 0 ? "available" : `unavailable for ${lengthOf(unavailableMinutes)}`}`;
}

function colourOf({ availability }: ShownDay): string {
  if (availability === undefined) return "bg-line";
  if (availability === 1) return "bg-success-solid";
  return availability >= 0.95 ? "bg-warning-solid" : "bg-danger-solid";
}
