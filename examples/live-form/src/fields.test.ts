import { expect, test } from "vitest";
import { fields, mostGuests, problemWith, readAnswers, sampleAnswers } from "./fields.ts";

const field = (name: string) => fields.find((one) => one.name === name)!;

test("required fields ask for a value, and guests are a whole number within the limit", () => {
  expect(problemWith(field("title"), "  ")).toBe("This field is required.");
  expect(problemWith(field("notes"), "")).toBeNull();
  for (const wrong of ["0", "1.5", String(mostGuests + 1), "many"])
    expect(problemWith(field("guests"), wrong), wrong).toContain("from 1 to");
  expect(problemWith(field("guests"), "24")).toBeNull();
});

test("answers that are not strings read as empty", () => {
  expect(readAnswers({ ...sampleAnswers, guests: 24 }).guests).toBe("");
  expect(readAnswers(null).title).toBe("");
});
