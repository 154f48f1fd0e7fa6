import { useMemo } from "react";
import { zoneGroups } from "./zones.ts";

interface ZoneSelectProps {
  readonly label: string;
  readonly zone: string;
  readonly onZone: (zone: string) => void;
}

export function ZoneSelect({ label, zone, onZone }: ZoneSelectProps) {
  const groups = useMemo(() => zoneGroups([zone]), [zone]);
  return (
    <select
      className="zone-select"
      aria-label={label}
      title={label}
      value={zone}
      onChange={({ target }) => onZone(target.value)}
    >
      {Array.from(groups, ([continent, zones]) => (
        <optgroup key={continent} label={continent}>
          {zones.map(({ zone: value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}
