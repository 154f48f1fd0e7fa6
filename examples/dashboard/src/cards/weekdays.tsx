import { scaleBand, scaleLinear } from "d3-scale";
import { dyeColour, useSize } from "@weft/example-shared";
import { formatShort, formatValue } from "../formats.ts";
import { PersonTags } from "../person-tags.tsx";
import { metrics } from "../room-types.ts";
import { usePeopleAt } from "../use-people-at.ts";
import { usePoint } from "../use-point.ts";
import type { CardProps } from "./card-props.ts";
import { PointSurface } from "./point-surface.tsx";

const margin = { top: 44, bottom: 26 };

/** The metric on each weekday, as bars. */
export function Weekdays({ summary: { weekdays }, metric }: CardProps) {
  const { size, attach } = useSize();
  const { mine } = usePoint("weekdays");
  const people = usePeopleAt("weekdays");
  const x = scaleBand(
    weekdays.map(({ weekday }) => weekday),
    [0, size.width],
  )
    .paddingInner(0.3)
    .paddingOuter(0.15);
  const most = Math.max(1, ...weekdays.map(({ value }) => value));
  const y = scaleLinear([0, most], [size.height - margin.bottom, margin.top]);
  const width = x.bandwidth();

  return (
    <PointSurface
      area="weekdays"
      label={`${metrics[metric]} per day by weekday`}
      points={weekdays.map(({ weekday, value }) => ({
        key: weekday,
        text: `${weekday}: ${formatValue(metric, value)}`,
      }))}
      indexAt={(place) => Math.floor(place.x * weekdays.length)}
    >
      <div className="chart-area" ref={attach}>
        {size.width > 0 && (
          <svg width={size.width} height={size.height} aria-hidden="true">
            {weekdays.map(({ weekday, value }) => {
              const person = people.find(({ point }) => point === weekday);
              return (
                <g key={weekday} className="bar" data-own={weekday === mine || undefined}>
                  <rect
                    x={x(weekday)}
                    y={y(value)}
                    width={width}
                    height={y(0) - y(value)}
                    rx={Math.min(6, width / 4)}
                    data-others={person ? true : undefined}
                    style={person && { "--dye": dyeColour(person.visitor) }}
                  />
                  <text x={(x(weekday) ?? 0) + width / 2} y={y(value) - 8}>
                    {formatShort(metric, value)}
                  </text>
                  <text x={(x(weekday) ?? 0) + width / 2} y={size.height - 6}>
                    {weekday}
                  </text>
                </g>
              );
            })}
          </svg>
        )}
        {people.map((person) => {
          const bar = weekdays.find(({ weekday }) => weekday === person.point);
          const left = bar && (x(bar.weekday) ?? 0) + width / 2;
          return (
            left !== undefined && (
              <span
                key={person.id}
                className="chart-tag"
                data-testid="pointed"
                style={{ left, top: 0, translate: `${(-100 * left) / size.width}% 0` }}
              >
                <PersonTags people={[person]} />
              </span>
            )
          );
        })}
      </div>
    </PointSurface>
  );
}
