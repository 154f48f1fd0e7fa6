import type { ReactNode } from "react";
import { Cell, Row } from "../../../ui/table.tsx";
import { formatClockMs, formatDay } from "../../shared/clock-time.ts";

export interface LogRowProps {
  /** When it was, as an ISO date. */
  at: string;
  /** Its panel is open. */
  opened: boolean;
  /** The keyboard is on it. */
  reached: boolean;
  /** The cells after the time. */
  children: ReactNode;
}

/** A row of a log: when, and then what. */
export function LogRow({ at, opened, reached, children }: LogRowProps) {
  return (
    <Row
      data-selected={opened || undefined}
      data-reached={reached || undefined}
      className="data-reached:outline-2 data-reached:-outline-offset-2 data-reached:outline-accent"
    >
      <Cell className="py-2! whitespace-nowrap">
        <time dateTime={at} className="font-mono text-xs tabular-nums">
          <span className="text-faint">{formatDay(at)} </span>
          {formatClockMs(at)}
        </time>
      </Cell>
      {children}
    </Row>
  );
}
