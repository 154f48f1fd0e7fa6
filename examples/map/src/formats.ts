import { language } from "@weft/example-shared/language";
import type { Position } from "./room-types.ts";

const kilometers = new Intl.NumberFormat(language, { style: "unit", unit: "kilometer", maximumFractionDigits: 0 });
const degrees = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export function formatKm(km: number): string {
  return kilometers.format(km);
}

export function formatPosition({ lon, lat }: Position): string {
  const of = (value: number, positive: string, negative: string) =>
    `${degrees.format(Math.abs(value))}° ${value < 0 ? negative : positive}`;
  return `${of(lat, "N", "S")}, ${of(lon, "E", "W")}`;
}
