import { formatBytes } from "../formats/bytes.ts";
import { formatCount } from "../formats/count.ts";

/** What a meter is drawn from. */
export interface Measure {
  readonly used: number;
  /** What the plan includes; null: no limit. */
  readonly included: number | null;
  /** Only where more than the included is sold as it is used: the cap, or null for none. */
  readonly payAsYouGo?: { readonly maximum: number | null };
}

export type MeterTone = "brand" | "warning" | "danger";
export type MeterWord = "OK" | "Near limit" | "Over included" | "Limit reached";

/** A meter: without a limit a plain number, else a bar with its colour and the word that says the same. */
export type Meter =
  | { readonly kind: "unlimited"; readonly used: number }
  | {
      readonly kind: "bounded";
      readonly used: number;
      readonly included: number;
      /** At least 1 when anything is used; null where nothing is included but something is used. */
      readonly percentage: number | null;
      /** How much of the bar is full, 0 to 100. */
      readonly fill: number;
      readonly tone: MeterTone;
      readonly word: MeterWord;
    };

/** The seed's rules of colour and percentage. */
export function meter({ used, included, payAsYouGo }: Measure): Meter {
  if (included === null) return { kind: "unlimited", used };
  const ratio = used === 0 ? 0 : used / included;
  // Multiplied before divided: 58 of 100 are 58 percent, not 57.999….
  const percentage = used === 0 ? 0 : included === 0 ? null : Math.max(1, Math.floor((used * 100) / included));
  const fill = Math.min(100, percentage ?? 100);
  return { kind: "bounded", used, included, percentage, fill, ...judge(used, included, ratio, payAsYouGo) };
}

function judge(
  used: number,
  included: number,
  ratio: number,
  payAsYouGo: Measure["payAsYouGo"],
): { tone: MeterTone; word: MeterWord } {
  if (payAsYouGo !== undefined) {
    if (payAsYouGo.maximum !== null && used > payAsYouGo.maximum) return { tone: "danger", word: "Limit reached" };
    return ratio > 1 ? { tone: "warning", word: "Over included" } : { tone: "brand", word: "OK" };
  }
  // Zero usage of a zero quota is not a warning.
  if (used > 0 && used >= included) return { tone: "danger", word: "Limit reached" };
  return ratio >= 0.8 ? { tone: "warning", word: "Near limit" } : { tone: "brand", word: "OK" };
}

export type MeterUnit = "count" | "bytes";

const formats: Record<MeterUnit, (value: number) => string> = { count: formatCount, bytes: formatBytes };

/** The text beside the bar: `850 / 1,000`. */
export function meterText(shown: Meter, unit: MeterUnit): string {
  const format = formats[unit];
  return shown.kind === "unlimited" ? format(shown.used) : `${format(shown.used)} / ${format(shown.included)}`;
}

/** What a screen reader says: `Comments: 8,000 of 10,000, 80 percent, near limit`. */
export function meterValueText(label: string, shown: Meter, unit: MeterUnit): string {
  const format = formats[unit];
  if (shown.kind === "unlimited") return `${label}: ${format(shown.used)}, no limit`;
  const percent = shown.percentage === null ? [] : [`${shown.percentage} percent`];
  const word = shown.word === "OK" ? "OK" : shown.word.toLowerCase();
  return [`${label}: ${format(shown.used)} of ${format(shown.included)}`, ...percent, word].join(", ");
}
