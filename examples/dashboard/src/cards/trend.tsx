import { scaleLinear, scalePoint } from "d3-scale";
import { area, curveMonotoneX, line } from "d3-shape";
import { dyeColour, useSize } from "@weft/example-shared";
import type { Size } from "@weft/example-shared";
import { formatRange, formatDate, formatShort, formatValue } from "../formats.ts";
import { PersonTags } from "../person-tags.tsx";
import { metrics } from "../room-types.ts";
import type { TrendPoint } from "../summarize.ts";
import { usePeopleAt } from "../use-people-at.ts";
import { usePoint } from "../use-point.ts";
import type { CardProps } from "./card-props.ts";
import { PointSurface } from "./point-surface.tsx";

const margin = { top: 32, right: 14, bottom: 26, left: 46 };

/** The metric over time, next to the period before, with the points that the others look at. */
export function Trend({ summary: { trend }, metric }: CardProps) {
  const { size, attach } = useSize();
  const { mine } = usePoint("trend");
  const people = usePeopleAt("trend");
  const scales = scalesOf(trend, size);
  const { x, y } = scales;
  const at = ({ from }: TrendPoint) => x(from) ?? 0;
  const own = trend.find(({ from }) => from === mine);
  const hasPrevious = trend.some(({ previous }) => previous !== null);
  const line1 = line<TrendPoint>(at, ({ value }) => y(value)).curve(curveMonotoneX);
  const fill = area<TrendPoint>(at, y(0), ({ value }) => y(value)).curve(curveMonotoneX);
  const line0 = line<TrendPoint>(at, ({ previous }) => y(previous ?? 0)).curve(curveMonotoneX);

  return (
    <>
      <PointSurface
        area="trend"
        label={`${metrics[metric]} per day`}
        points={trend.map((point) => ({
          key: point.from,
          text: `${formatRange(point)}: ${formatValue(metric, point.value)}`,
        }))}
        indexAt={(place) => indexAt(place.x * size.width, trend.length, size.width)}
      >
        <div className="chart-area" ref={attach}>
          {size.width > 0 && (
            <svg width={size.width} height={size.height} aria-hidden="true">
              <Axes {...scales} trend={trend} size={size} format={(value) => formatShort(metric, value)} />
              <path className="trend-fill" d={fill(trend) ?? ""} />
              {hasPrevious && <path className="trend-previous" d={line0(trend) ?? ""} />}
              <path className="trend-line" d={line1(trend) ?? ""} />
              {people.map(({ id, visitor, point }) => {
                const seen = trend.find(({ from }) => from === point);
                return (
                  seen && (
                    <g key={id} className="trend-mark" style={{ "--dye": dyeColour(visitor) }}>
                      <path d={`M${at(seen)} ${margin.top - 6}V${y(0)}`} />
                      <circle cx={at(seen)} cy={y(seen.value)} r="5" />
                    </g>
                  )
                );
              })}
              {own && (
                <g className="trend-mark" data-own>
                  <path d={`M${at(own)} ${margin.top - 6}V${y(0)}`} />
                  <circle cx={at(own)} cy={y(own.value)} r="5" />
                </g>
              )}
            </svg>
          )}
          {people.map((person, index) => {
            const seen = trend.find(({ from }) => from === person.point);
            return (
              seen && (
                <span
                  key={person.id}
                  className="chart-tag"
                  data-testid="pointed"
                  style={{ left: at(seen), top: index * 8, translate: `${(-100 * at(seen)) / size.width}% 0` }}
                >
                  <PersonTags people={[person]} detail={formatShort(metric, seen.value)} />
                </span>
              )
            );
          })}
          {own && (
            <div
              className="chart-tip"
              data-side={at(own) > size.width / 2 ? "left" : "right"}
              style={{ left: at(own), top: margin.top }}
            >
              <span>{formatRange(own)}</span>
              <strong>{formatValue(metric, own.value)}</strong>
              {own.previous !== null && <span>Previous: {formatValue(metric, own.previous)}</span>}
            </div>
          )}
        </div>
      </PointSurface>
      <p className="legend">
        <span data-line="own">This period</span>
        {hasPrevious && <span data-line="previous">Previous period</span>}
      </p>
    </>
  );
}

function scalesOf(trend: readonly TrendPoint[], { width, height }: Size) {
  const most = Math.max(1, ...trend.map(({ value, previous }) => Math.max(value, previous ?? 0)));
  return {
    x: scalePoint(
      trend.map(({ from }) => from),
      [margin.left, width - margin.right],
    ),
    y: scaleLinear([0, most], [height - margin.bottom, margin.top]).nice(4),
  };
}

interface AxesProps extends ReturnType<typeof scalesOf> {
  readonly trend: readonly TrendPoint[];
  readonly size: Size;
  readonly format: (value: number) => string;
}

function Axes({ x, y, trend, size, format }: AxesProps) {
  const room = (size.width - margin.left - margin.right) / 76;
  const every = Math.max(1, Math.ceil(trend.length / Math.max(1, room)));
  return (
    <g className="axes">
      {y.ticks(4).map((value) => (
        <g key={value} transform={`translate(0 ${y(value)})`}>
          <path d={`M${margin.left} 0H${size.width - margin.right}`} />
          <text x={margin.left - 8} y="4" textAnchor="end">
            {format(value)}
          </text>
        </g>
      ))}
      {trend.map(
        ({ from }, index) =>
          // Counted from the end, as the latest date matters most. The first would hide behind the other axis.
          (trend.length - 1 - index) % every === 0 &&
          index >= every / 4 && (
            <text
              key={from}
              x={x(from)}
              y={size.height - 6}
              textAnchor={index === trend.length - 1 && trend.length > 1 ? "end" : "middle"}
            >
              {formatDate(from)}
            </text>
          ),
      )}
    </g>
  );
}

/** The point that is nearest to a distance from the left. */
function indexAt(left: number, count: number, width: number): number {
  const inner = width - margin.left - margin.right;
  return Math.round(((left - margin.left) / inner) * (count - 1));
}
