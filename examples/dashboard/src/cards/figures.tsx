import { formatPercent, formatShort } from "../formats.ts";
import { metricIds } from "../read-filters.ts";
import { metrics } from "../room-types.ts";
import { conversionOf } from "../summarize.ts";
import { Change } from "./change.tsx";
import type { CardProps } from "./card-props.ts";

/** The totals, each with its change since the period before. */
export function Figures({ summary: { totals, previous } }: CardProps) {
  return (
    <dl className="figures">
      {metricIds.map((metric) => (
        <div key={metric}>
          <dt>{metrics[metric]}</dt>
          <dd className="figure">{formatShort(metric, totals[metric])}</dd>
          <dd>
            <Change value={totals[metric]} previous={previous && previous[metric]} />
          </dd>
        </div>
      ))}
      <div>
        <dt>Conversion rate</dt>
        <dd className="figure">{formatPercent(conversionOf(totals))}</dd>
        <dd>
          <Change value={conversionOf(totals)} previous={previous && conversionOf(previous)} />
        </dd>
      </div>
    </dl>
  );
}
