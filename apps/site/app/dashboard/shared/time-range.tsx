import { CalendarRange } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Popover } from "../../ui/popover.tsx";
import { formatMoment } from "./clock-time.ts";
import type { FilterChanges } from "./use-filters.ts";

export interface TimeRangeProps {
  from: string;
  to: string;
  /** Shown when there is neither. */
  any?: string;
  onChange: (changes: FilterChanges) => void;
}

/** From when to when, in local time; the address holds ISO 8601. */
export function TimeRange({ from, to, any = "Any time", onChange }: TimeRangeProps) {
  return (
    <Popover
      trigger={
        <Button className="justify-start!">
          <CalendarRange className="size-4" aria-hidden />
          <span className="truncate">{rangeText(from, to, any)}</span>
        </Button>
      }
    >
      <div className="flex w-60 flex-col gap-4">
        <Field label="From">
          <Input
            type="datetime-local"
            value={localOf(from)}
            onChange={(event) => onChange({ from: isoOf(event.target.value) })}
          />
        </Field>
        <Field label="To">
          <Input
            type="datetime-local"
            value={localOf(to)}
            onChange={(event) => onChange({ to: isoOf(event.target.value) })}
          />
        </Field>
        <Button size="sm" disabled={from === "" && to === ""} onClick={() => onChange({ from: null, to: null })}>
          {any === "Any time" ? any : "Clear"}
        </Button>
      </div>
    </Popover>
  );
}

function rangeText(from: string, to: string, any: string): string {
  if (from !== "" && to !== "") return `${formatMoment(from)} to ${formatMoment(to)}`;
  if (from !== "") return `Since ${formatMoment(from)}`;
  return to === "" ? any : `Until ${formatMoment(to)}`;
}

/** An instant as a field of local time wants it. */
function localOf(iso: string): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return "";
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function isoOf(local: string): string | null {
  const at = Date.parse(local);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
