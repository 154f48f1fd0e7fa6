import * as fc from "fast-check";
import { expect, test } from "vitest";
import { rebase } from "../binding/diff.ts";
import type { Change } from "../binding/diff.ts";
import { asDelta, wordChanges } from "./word-changes.ts";

function changed(text: string, changes: readonly Change<never>[]): string {
  return changes
    .toReversed()
    .reduce(
      (result, { at, remove, insert }) => result.slice(0, at) + insert.join("") + result.slice(at + remove),
      text,
    );
}

test("[RL13] words that stay are not touched", () => {
  expect(wordChanges("The fast brown fox jumps", "The quick brown fox sleeps")).toEqual([
    { at: 4, remove: 4, insert: ["quick"] },
    { at: 19, remove: 5, insert: ["sleeps"] },
  ]);
  expect(wordChanges("One.", "One. Two.")).toEqual([{ at: 4, remove: 0, insert: [" Two."] }]);
  expect(wordChanges("same", "same")).toEqual([]);
});

const texts = fc
  .array(fc.constantFrom("one", "two", "été", "👍🏽", " ", "\n", ",", "@ada"), { maxLength: 30 })
  .map((parts) => parts.join(""));

test("[RL13] changes lead from any text to any other", () => {
  fc.assert(fc.property(texts, texts, (before, after) => changed(before, wordChanges(before, after)) === after));
});

test("[RL13] what others write between words stays when a proposal is accepted", () => {
  const [asked, proposed] = ["The fast brown fox", "The quick brown fox sleeps"];
  const now = "Look! The fast brown and red fox";
  const changes = rebase(wordChanges(asked, proposed), asDelta(wordChanges(asked, now)));
  expect(changed(now, changes)).toBe("Look! The quick brown and red fox sleeps");
});

test("[RL13] a long text is compared in time, too", () => {
  const long = (word: string) => `begin ${`${word} `.repeat(5_000)}end`;
  const [change, ...more] = wordChanges(long("old"), long("new"));
  expect(more).toEqual([]);
  expect([change!.at, changed(long("old"), [change!])]).toEqual([6, long("new")]);
});
