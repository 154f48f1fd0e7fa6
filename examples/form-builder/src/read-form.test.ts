import fc from "fast-check";
import { expect, test } from "vitest";
import { answersToSend, isDate, problemWith } from "./answers.ts";
import { readForm } from "./read-form.ts";
import type { ShownQuestion } from "./read-form.ts";
import { tallyOf } from "./tally.ts";

const options = [
  { id: "tea", label: "Tea", place: 1 },
  { id: "coffee", label: "Coffee", place: 2 },
];
const question = (changes: Partial<ShownQuestion>): ShownQuestion => ({
  id: "q",
  kind: "short",
  label: "Question",
  isRequired: true,
  place: 1,
  options,
  ...changes,
});
const response = (answer: string | string[], id = String(answer)) => ({
  id,
  name: "Ada",
  at: 0,
  answers: { q: answer },
});

test("a required question asks for an answer of its kind", () => {
  expect(problemWith(question({}), "  ")).toBe("This question is required.");
  expect(problemWith(question({ isRequired: false }), undefined)).toBeNull();
  expect(problemWith(question({ kind: "single" }), "juice")).toBe("Choose an option.");
  expect(problemWith(question({ kind: "multiple" }), [])).toBe("Choose at least one option.");
  expect(problemWith(question({ kind: "multiple" }), ["tea"])).toBeNull();
  expect(problemWith(question({ kind: "date", isRequired: false }), "2027-02-30")).toBe("Enter a date.");
});

test("a date exists", () => {
  expect([isDate("2028-02-29"), isDate("2027-02-29"), isDate("29.2.2028"), isDate("")]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test("answers to questions and options that were deleted meanwhile are not sent", () => {
  const questions = [question({ kind: "multiple" }), question({ id: "name" })];
  expect(answersToSend(questions, { q: ["juice", "tea"], name: " Ada ", gone: "?" })).toEqual({
    q: ["tea"],
    name: "Ada",
  });
});

test("choices are counted by option, whatever it is called now", () => {
  const responses = [response(["tea", "tea"], "a"), response(["tea", "coffee"], "b"), response(["juice"], "c")];
  const tally = tallyOf(question({ kind: "multiple" }), responses);
  expect(tally.counts.map(({ label, count }) => [label, count])).toEqual([
    ["Tea", 2],
    ["Coffee", 1],
  ]);
  expect(tally.answered).toBe(2);
});

test("a scale has an average, dates are in order, and texts are listed", () => {
  expect(tallyOf(question({ kind: "scale" }), [response("5"), response("2"), response("9")])).toMatchObject({
    average: 3.5,
    answered: 2,
  });
  const dates = tallyOf(question({ kind: "date" }), [response("2027-05-02"), response("2027-01-31"), response("soon")]);
  expect(dates.counts.map(({ id }) => id)).toEqual(["2027-01-31", "2027-05-02"]);
  expect(tallyOf(question({}), [response("Hello"), response(" ")]).texts).toMatchObject([
    { text: "Hello", name: "Ada" },
  ]);
});

test("whatever is stored, a page can show it", () => {
  const value = fc.oneof(fc.double(), fc.jsonValue());
  const stored = fc.record({
    kind: fc.oneof(fc.constantFrom("short", "single", "multiple", "date", "scale"), value),
    label: value,
    isRequired: value,
    place: value,
    options: fc.oneof(fc.dictionary(fc.string(), fc.oneof(fc.record({ label: value, place: value }), value)), value),
  });
  const answers = fc.oneof(fc.record({ q: value }), value);
  const responses = fc.dictionary(fc.string(), fc.oneof(fc.record({ name: value, at: value, answers }), value));
  fc.assert(
    fc.property(
      fc.oneof(fc.record({ title: value, questions: fc.record({ q: stored }), responses }), fc.jsonValue()),
      (storage) => {
        const form = readForm(storage);
        for (const one of form.questions) {
          const { answered, counts } = tallyOf(one, form.responses);
          expect(answered).toBeLessThanOrEqual(form.responses.length);
          for (const { count } of counts) expect(count).toBeLessThanOrEqual(answered);
        }
        for (const { at } of form.responses) expect(Number.isFinite(new Date(at).getTime())).toBe(true);
      },
    ),
  );
});
