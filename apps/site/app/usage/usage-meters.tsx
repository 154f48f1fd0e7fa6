import { clsx } from "clsx";
import { Meter } from "../ui/meter.tsx";
import { meterText, meterValueText } from "./meter.ts";
import type { UsageMeasure } from "./usage-measures.ts";

/** A team's usage: bars where there is a limit, numbers where there is none. */
export function UsageMeters({ measures }: { measures: readonly UsageMeasure[] }) {
  // Meters without a bar are narrow: two of them fit beside one with a bar.
  const columns = measures.some(({ meter }) => meter.kind === "bounded") ? "" : "xl:grid-cols-3";
  return (
    <ul className={clsx("grid gap-x-10 gap-y-7 md:grid-cols-2", columns)}>
      {measures.map(({ name, label, unit, meter, note }) => (
        <li key={name}>
          {meter.kind === "unlimited" ? (
            <div className="flex flex-col gap-1">
              <span className="text-sm font-medium">{label}</span>
              <span className="figures text-2xl">{meterText(meter, unit)}</span>
              {note && <span className="text-xs text-muted">{note}</span>}
            </div>
          ) : (
            <Meter
              label={label}
              fill={meter.fill}
              tone={meter.tone}
              word={meter.word}
              numbers={meterText(meter, unit)}
              valueText={meterValueText(label, meter, unit)}
            >
              {[meter.percentage === null ? undefined : `${meter.percentage} %`, note]
                .filter((part) => part !== undefined)
                .join(" · ")}
            </Meter>
          )}
        </li>
      ))}
    </ul>
  );
}
