import { useId } from "react";
import { FillPatterns } from "./fill-patterns.tsx";
import { statusClasses } from "./status-classes.ts";

/** Which fill is which class of statuses. */
export function ClassLegend() {
  const id = useId();
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
      {statusClasses.map(({ name, label }) => (
        <li key={name} className="flex items-center gap-2">
          <svg aria-hidden width="18" height="12" className="rounded-[2px]">
            <FillPatterns id={`${id}${name}`} />
            <rect width="18" height="12" fill={`url(#${id}${name}-${name})`} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
