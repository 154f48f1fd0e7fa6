import { expect, test } from "vitest";
import { formOf, readForm } from "./event-form.ts";

const event = {
  title: "Review",
  start: Date.parse("2027-03-18T09:00Z"),
  end: Date.parse("2027-03-18T10:30Z"),
  zone: "Europe/Lisbon",
  color: "green",
} as const;

test("the form shows the times of the event's zone", () => {
  expect(formOf({ ...event, zone: "Asia/Tokyo" })).toMatchObject({
    starts: "2027-03-18T18:00",
    ends: "2027-03-18T19:30",
  });
  expect(readForm(formOf(event), event)).toEqual(event);
});

test("in another zone, the same times are other instants", () => {
  expect(readForm({ ...formOf(event), zone: "Asia/Tokyo" }, event)).toMatchObject({
    start: Date.parse("2027-03-18T00:00Z"),
    end: Date.parse("2027-03-18T01:30Z"),
  });
});

test("the second of two equal times is kept when other fields change", () => {
  const second = {
    ...event,
    zone: "Europe/Berlin",
    start: Date.parse("2027-10-31T01:30Z"),
    end: Date.parse("2027-10-31T03:00Z"),
  };
  expect(readForm({ ...formOf(second), title: "Later" }, second)).toMatchObject({ start: second.start });
});

test("a form that cannot be saved says why", () => {
  const form = formOf(event);
  expect(readForm({ ...form, starts: "" }, event)).toBe("Enter a date and time for the start.");
  expect(readForm({ ...form, ends: "soon" }, event)).toBe("Enter a date and time for the end.");
  expect(readForm({ ...form, ends: form.starts }, event)).toBe("The end is not after the start.");
  expect(readForm({ ...form, ends: "2099-01-01T00:00" }, event)).toContain("at most 31 days");
});
