/** Sizes of files as texts. */
import { numberFormat } from "./intl-formats.ts";

const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/**
 * Bytes in the largest unit that they fill, in steps of 1,000, with one decimal from kilobytes on.
 *
 * @example
 * formatFileSize(1_250_000, "en"); // "1.3 MB"
 */
export function formatFileSize(bytes: number, locale?: string): string {
  if (!Number.isFinite(bytes)) return "";
  let size = Math.max(0, bytes);
  let at = 0;
  // What rounds to 1,000 of a unit is 1 of the next.
  while (at < units.length - 1 && rounded(size, at) >= 1000) {
    size /= 1000;
    at++;
  }
  const maximumFractionDigits = at === 0 ? 0 : 1;
  const options = { style: "unit", unit: units[at]!, unitDisplay: at === 0 ? "long" : "short" } as const;
  return numberFormat(locale, { ...options, maximumFractionDigits }).format(size);
}

const rounded = (size: number, at: number) => (at === 0 ? Math.round(size) : Math.round(size * 10) / 10);
