import fc from "fast-check";
import { expect, test } from "vitest";
import { dateOf, dayOf } from "./days.ts";
import { instantOf, isZone, wallTimeAt, wallTimeOf } from "./zoned-time.ts";

const at = (date: string, hours: number, minutes = 0) => ({ day: dayOf(date)!, minutes: hours * 60 + minutes });
const instant = (date: string, hours: number, minutes: number, zone: string) =>
  new Date(instantOf(at(date, hours, minutes), zone)).toISOString().slice(0, 16);

test("an instant is shown as the date and time of a zone", () => {
  const noon = Date.parse("2027-03-18T12:30Z");
  expect(wallTimeAt(noon, "UTC")).toEqual(at("2027-03-18", 12, 30));
  expect(wallTimeAt(noon, "Asia/Kathmandu")).toEqual(at("2027-03-18", 18, 15));
  expect(wallTimeAt(noon, "Pacific/Kiritimati")).toEqual(at("2027-03-19", 2, 30));
  expect(wallTimeAt(noon, "Pacific/Honolulu")).toEqual(at("2027-03-18", 2, 30));
});

test("a time that clocks skip is moved forward, as daylight saving time begins", () => {
  expect(instant("2027-03-28", 1, 59, "Europe/Berlin")).toBe("2027-03-28T00:59");
  expect(instant("2027-03-28", 2, 30, "Europe/Berlin")).toBe("2027-03-28T01:30");
  expect(wallTimeAt(Date.parse("2027-03-28T01:30Z"), "Europe/Berlin")).toEqual(at("2027-03-28", 3, 30));
  expect(instant("2027-03-28", 3, 0, "Europe/Berlin")).toBe("2027-03-28T01:00");
});

test("of a time that clocks show twice, the first is meant, as daylight saving time ends", () => {
  expect(instant("2027-11-07", 1, 30, "America/New_York")).toBe("2027-11-07T05:30");
  for (const utc of ["2027-11-07T05:30Z", "2027-11-07T06:30Z"])
    expect(wallTimeAt(Date.parse(utc), "America/New_York")).toEqual(at("2027-11-07", 1, 30));
  expect(instant("2027-11-07", 2, 0, "America/New_York")).toBe("2027-11-07T07:00");
});

test("days of a change have 23, 25 or, on Lord Howe Island, 24 hours and a half", () => {
  const hours = (date: string, zone: string) =>
    (instantOf({ day: dayOf(date)! + 1, minutes: 0 }, zone) - instantOf(at(date, 0), zone)) / 3_600_000;
  expect(hours("2027-03-28", "Europe/Lisbon")).toBe(23);
  expect(hours("2027-10-31", "Europe/Lisbon")).toBe(25);
  expect(hours("2027-04-04", "Australia/Lord_Howe")).toBe(24.5);
  expect(hours("2027-06-01", "Europe/Lisbon")).toBe(24);
});

test("a day that does not exist is followed by the next one", () => {
  // Samoa moved across the date line and had no December 30, 2011.
  expect(dateOf(wallTimeAt(instantOf(at("2011-12-30", 9), "Pacific/Apia"), "Pacific/Apia").day)).toBe("2011-12-31");
});

test("the instant of a time that clocks showed is shown as that time", () => {
  const zones = fc.constantFrom("UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kolkata", "Australia/Lord_Howe");
  const instants = fc.integer({ min: Date.UTC(1975, 0), max: Date.UTC(2090, 0) });
  fc.assert(
    fc.property(instants, zones, (someInstant, zone) => {
      const shown = wallTimeAt(someInstant, zone);
      expect(wallTimeAt(instantOf(shown, zone), zone)).toEqual(shown);
    }),
  );
});

test("minutes are counted on past midnight, in both directions", () => {
  expect(wallTimeOf(1_500)).toEqual({ day: 1, minutes: 60 });
  expect(wallTimeOf(-15)).toEqual({ day: -1, minutes: 1_425 });
});

test("zones from elsewhere are checked", () => {
  for (const zone of ["UTC", "Europe/Berlin"]) expect(isZone(zone)).toBe(true);
  for (const wrong of ["Mars/Olympus", "", "x".repeat(100), 7, null, {}]) expect(isZone(wrong)).toBe(false);
});
