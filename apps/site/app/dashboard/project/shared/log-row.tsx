import type { ReactNode } from "react";
import { Cell, Row } from "../../../ui/table.tsx";
import { ThreadMark } from "../../../ui/thread-line.tsx";
import type { StationState } from "../../../ui/thread-line.tsx";
import { formatClockMs, formatDay } from "../../shared/clock-time.ts";

export interface LogRowProps {
  /** When it was, as an ISO date. */
  at: string;
  /** Whether what happened came to its end, on the thread of the log. */
  station: StationState;
  /** Its panel is open. */
  opened: boolean;
  /** The keyboard is on it. */
  reached: boolean;
  /** Opens its panel. */
  onOpen: () => void;
  /** A cell before the time; on a phone, it is beside it. */
  lead?: ReactNode;
  /** The cells after the time. */
  children: ReactNode;
}

/** A row of a log: when, and then what. On a phone it is a card of two columns. */
export function LogRow({ at, station, opened, reached, onOpen, lead, children }: LogRowProps) {
  return (
    <Row
      onOpen={onOpen}
      data-selected={opened || undefined}
      data-reached={reached || undefined}
      className="as-card:grid as-card:grid-cols-[minmax(0,1fr)_auto] as-card:items-center as-card:gap-x-4 as-card:gap-y-1.5 as-card:px-4 as-card:py-3 as-card:[&>td]:mx-0!"
    >
      {lead}
      <Cell className="relative py-2! pl-10! whitespace-nowrap as-card:py-0! as-card:pl-6!">
        <ThreadMark state={station} className="absolute! inset-y-0 left-4 as-card:left-0 as-card:before:hidden" />
        <time dateTime={at} className="font-mono text-xs tabular-nums">
          <span className="text-faint">{formatDay(at)} </span>
          {formatClockMs(at)}
        </time>
      </Cell>
      {children}
    </Row>
  );
}
