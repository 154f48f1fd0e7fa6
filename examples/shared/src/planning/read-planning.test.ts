import fc from "fast-check";
import { expect, test } from "vitest";
import { participantsOf, readPlanning } from "./read-planning.ts";

const round = { id: "r1", story: "s1", isRevealed: false };
const ballot = { round: "r1", name: "Ada", dye: "indigo", card: "8" };

test("a card that someone stores too early is not shown before the votes are revealed", () => {
  expect(readPlanning({ round, ballots: { ada: ballot } }).ballots.get("ada")?.card).toBe("");
  const revealed = { ...round, isRevealed: true };
  expect(readPlanning({ round: revealed, ballots: { ada: ballot } }).ballots.get("ada")?.card).toBe("8");
});

test("ballots of earlier rounds and cards of other decks do not count", () => {
  const revealed = { ...round, isRevealed: true };
  const ballots = { ada: { ...ballot, round: "r0" }, ben: { ...ballot, card: "XL" } };
  expect(Array.from(readPlanning({ round: revealed, ballots }).ballots.entries())).toEqual([
    ["ben", { ...ballot, card: "" }],
  ]);
});

test("users are at the table once, spectators are not, and voters who left stay", () => {
  const visitor = { name: "Ada", dye: "indigo" };
  const users = [
    { userId: "ada", visitor, isSpectator: false },
    { userId: "ada", visitor, isSpectator: false },
    { userId: "cleo", visitor, isSpectator: true },
    { userId: "", visitor, isSpectator: false },
  ];
  const { ballots } = readPlanning({ round, ballots: { ben: ballot } });
  expect(participantsOf(users, ballots).map(({ userId, hasVoted, isHere }) => [userId, hasVoted, isHere])).toEqual([
    ["ada", false, true],
    ["ben", true, false],
  ]);
});

test("whatever is stored, a page can show it", () => {
  const part = fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.constant(ballot))));
  const stored = fc.record({ topic: part, deck: part, stories: part, round: part, ballots: part, results: part });
  fc.assert(
    fc.property(fc.oneof(stored, fc.jsonValue()), (value) => {
      const { stories, results } = readPlanning(value);
      for (const { title, place } of stories) expect([typeof title, Number.isFinite(place)]).toEqual(["string", true]);
      for (const { at } of results) expect(Number.isFinite(new Date(at).getTime())).toBe(true);
    }),
  );
});
