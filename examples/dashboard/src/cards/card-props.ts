import type { Metric } from "../room-types.ts";
import type { Summary } from "../summarize.ts";

/** What a card shows, and of which metric. */
export interface CardProps {
  readonly summary: Summary;
  readonly metric: Metric;
}
