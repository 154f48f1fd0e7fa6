import { dyeColour } from "@weft/example-shared";
import { formatPercent, formatShort, formatValue } from "../formats.ts";
import { PersonTags } from "../person-tags.tsx";
import { metrics } from "../room-types.ts";
import { usePeopleAt } from "../use-people-at.ts";
import { usePoint } from "../use-point.ts";
import type { CardProps } from "./card-props.ts";
import { PointSurface } from "./point-surface.tsx";

/** How the metric is divided between channels. */
export function Channels({ summary: { channels }, metric }: CardProps) {
  const { mine } = usePoint("channels");
  const people = usePeopleAt("channels");
  return (
    <PointSurface
      area="channels"
      label={`${metrics[metric]} by channel`}
      orientation="vertical"
      points={channels.map(({ channel, value, share }) => ({
        key: channel,
        text: `${channel}: ${formatPercent(share)}, ${formatValue(metric, value)}`,
      }))}
      indexAt={(place) => Math.floor(place.y * channels.length)}
    >
      <div className="shares">
        {channels.map(({ channel, value, share }) => {
          const here = people.filter(({ point }) => point === channel);
          const [first] = here;
          return (
            <div
              key={channel}
              className="share"
              data-own={channel === mine || undefined}
              data-others={first ? true : undefined}
              style={first && { "--dye": dyeColour(first.visitor) }}
            >
              <span className="share-name">
                {channel}
                {first && (
                  <span data-testid="pointed">
                    <PersonTags people={here} />
                  </span>
                )}
              </span>
              <span className="share-value">
                {formatShort(metric, value)} <strong>{formatPercent(share)}</strong>
              </span>
              <span className="share-bar">
                <span style={{ width: `${share * 100}%` }} />
              </span>
            </div>
          );
        })}
      </div>
    </PointSurface>
  );
}
