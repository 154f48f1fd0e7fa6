/** In which time zone a person wants to read times. */
export type TimeZoneChoice = "local" | "utc";

let choice: TimeZoneChoice = "local";

/** Holds what the account prefers, for every time that is written from now on. */
export function chooseTimeZone(preferred: TimeZoneChoice | undefined): void {
  choice = preferred ?? "local";
}

/** As `Intl` takes it: undefined is the device's own. */
export function shownTimeZone(): "UTC" | undefined {
  return choice === "utc" ? "UTC" : undefined;
}
