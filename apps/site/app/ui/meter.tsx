import { Meter as Base } from "@base-ui/react/meter";
import { clsx } from "clsx";
import type { ReactNode } from "react";

export type MeterTone = "brand" | "warning" | "danger";

const tones: Record<MeterTone, string> = {
  brand: "bg-accent-solid",
  warning: "bg-warning-solid",
  danger: "bg-danger-solid",
};
const words: Record<MeterTone, string> = { brand: "text-muted", warning: "text-warning", danger: "text-danger" };

export interface MeterProps {
  label: string;
  /** How full the bar is, from 0 to 100. */
  fill: number;
  /** The numbers beside the label: `850 / 1,000`. */
  numbers: ReactNode;
  /** The whole of it in words, for those who do not see the bar. */
  valueText: string;
  tone?: MeterTone;
  /** The tone in a word, because colour is never the only sign: `Near limit`. */
  word: string;
  children?: ReactNode;
}

/** How much of something is used. */
export function Meter({ label, fill, numbers, valueText, tone = "brand", word, children }: MeterProps) {
  return (
    <Base.Root value={fill} aria-valuetext={valueText} className="flex flex-col gap-2">
      <div className="flex items-baseline justify-between gap-4 text-sm">
        <Base.Label className="font-medium">{label}</Base.Label>
        <span className="shrink-0 font-mono text-xs whitespace-nowrap text-muted tabular-nums">{numbers}</span>
      </div>
      <Base.Track className="h-1.5 overflow-hidden rounded-full bg-hover">
        <Base.Indicator className={clsx("rounded-full transition-[width] duration-(--calm)", tones[tone])} />
      </Base.Track>
      <div className="flex items-baseline justify-between gap-4 text-xs text-muted">
        <span>{children}</span>
        <span className={clsx("font-medium", words[tone])}>{word}</span>
      </div>
    </Base.Root>
  );
}
