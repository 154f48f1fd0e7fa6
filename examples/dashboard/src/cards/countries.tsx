import { dyeColour } from "@weft/example-shared";
import { useState } from "react";
import type { KeyboardEvent } from "react";
import { formatPercent, formatShort } from "../formats.ts";
import { PersonTags } from "../person-tags.tsx";
import { metricIds } from "../read-filters.ts";
import { metrics } from "../room-types.ts";
import { conversionOf } from "../summarize.ts";
import { usePeopleAt } from "../use-people-at.ts";
import { usePoint } from "../use-point.ts";
import type { CardProps } from "./card-props.ts";
import { Change } from "./change.tsx";

/** The countries with the most, as a table whose rows are pointed at. One row is in the tab order; arrow keys move on. */
export function Countries({ summary: { countries }, metric }: CardProps) {
  const { mine, setMine } = usePoint("countries");
  const people = usePeopleAt("countries");
  const [focused, setFocused] = useState<string | null>(null);
  const stop = countries.some(({ country }) => country === focused) ? focused : countries[0]?.country;

  const press = (event: KeyboardEvent<HTMLTableRowElement>) => {
    const { previousElementSibling, nextElementSibling } = event.currentTarget;
    const next =
      event.key === "ArrowUp" ? previousElementSibling : event.key === "ArrowDown" ? nextElementSibling : null;
    if (!(next instanceof HTMLElement)) return;
    event.preventDefault();
    next.focus();
  };

  return (
    <table className="countries">
      <thead>
        <tr>
          <th scope="col">Country</th>
          {metricIds.map((id) => (
            <th key={id} scope="col" data-chosen={id === metric || undefined} aria-sort={sortOf(id === metric)}>
              {metrics[id]}
            </th>
          ))}
          <th scope="col" data-kind="extra">
            Conversion
          </th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {countries.map(({ country, totals, previous }) => {
          const here = people.filter(({ point }) => point === country);
          const [first] = here;
          return (
            <tr
              key={country}
              tabIndex={country === stop ? 0 : -1}
              data-own={country === mine || undefined}
              data-others={first ? true : undefined}
              style={first && { "--dye": dyeColour(first.visitor) }}
              onPointerEnter={() => setMine(country)}
              onPointerLeave={({ pointerType }) => {
                if (pointerType === "mouse") setMine(null);
              }}
              onFocus={() => {
                setFocused(country);
                setMine(country);
              }}
              onKeyDown={press}
            >
              <th scope="row">
                {country}
                {first && (
                  <span data-testid="pointed">
                    <PersonTags people={here} />
                  </span>
                )}
              </th>
              {metricIds.map((id) => (
                <td key={id} data-chosen={id === metric || undefined}>
                  {formatShort(id, totals[id])}
                </td>
              ))}
              <td data-kind="extra">{formatPercent(conversionOf(totals))}</td>
              <td>
                <Change value={totals[metric]} previous={previous && previous[metric]} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function sortOf(isChosen: boolean) {
  return isChosen ? ("descending" as const) : undefined;
}
