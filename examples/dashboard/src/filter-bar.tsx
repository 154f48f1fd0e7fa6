import { FilterGroup } from "./filter-group.tsx";
import { lastDays, metricIds, presetOf, presets, readDate, regionIds } from "./read-filters.ts";
import type { Filters } from "./read-filters.ts";
import { metrics, regions } from "./room-types.ts";
import { firstDate, lastDate } from "./sales.ts";
import type { FilterEdits } from "./use-filters.ts";

interface FilterBarProps {
  readonly filters: Filters;
  readonly edits: FilterEdits;
  readonly id: string;
}

/** The filters that everyone in the room shares. */
export function FilterBar({ filters, edits, id }: FilterBarProps) {
  const { from, to, metric, regions: included } = filters;
  return (
    <div className="filters" id={id} role="group" aria-label="Filters">
      <FilterGroup area="dates" label="Dates">
        <div className="segments">
          {presets.map((preset) => (
            <button
              key={preset.label}
              type="button"
              aria-pressed={preset === presetOf(filters)}
              onClick={() => edits.setDates(lastDays(preset.days))}
            >
              {preset.label}
            </button>
          ))}
        </div>
        <div className="dates">
          <DateField label="From" value={from} onDate={(date) => edits.setDates({ from: date, to })} />
          <span aria-hidden="true">–</span>
          <DateField label="To" value={to} onDate={(date) => edits.setDates({ from, to: date })} />
        </div>
      </FilterGroup>
      <FilterGroup area="regions" label="Regions">
        <div className="toggles">
          {regionIds.map((region) => {
            const isIncluded = included.has(region);
            return (
              <button
                key={region}
                type="button"
                aria-pressed={isIncluded}
                onClick={() => edits.setRegion(region, !isIncluded)}
              >
                {regions[region]}
              </button>
            );
          })}
        </div>
      </FilterGroup>
      <FilterGroup area="metric" label="Metric">
        <div className="segments">
          {metricIds.map((each) => (
            <button key={each} type="button" aria-pressed={each === metric} onClick={() => edits.setMetric(each)}>
              {metrics[each]}
            </button>
          ))}
        </div>
      </FilterGroup>
    </div>
  );
}

interface DateFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onDate: (date: string) => void;
}

function DateField({ label, value, onDate }: DateFieldProps) {
  return (
    <input
      // A date that someone else has chosen takes the place of the old one.
      key={value}
      type="date"
      aria-label={label}
      defaultValue={value}
      min={firstDate}
      max={lastDate}
      onBlur={(event) => choose(event.currentTarget)}
      onKeyDown={(event) => {
        if (event.key === "Enter") choose(event.currentTarget);
      }}
    />
  );

  /** Dates outside the data, and those half typed, are put back. */
  function choose(field: HTMLInputElement): void {
    const date = readDate(field.value);
    if (date === null) field.value = value;
    else if (date !== value) onDate(date);
  }
}
