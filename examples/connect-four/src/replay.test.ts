import fc from "fast-check";
import { expect, test } from "vitest";
import { replay } from "./replay.ts";
import { columns, rows } from "./rules.ts";
import type { Seat } from "./rules.ts";

const player = (userId: string) => ({ userId, name: userId, dye: "indigo" });
const sit = (seat: Seat, userId: string) => ({ type: "sit", seat, player: player(userId) });
const drop = (turn: number, column: number, game = 0) => ({
  type: "drop",
  game,
  turn,
  column,
  userId: (turn + game) % 2 === 0 ? "ada" : "ben",
});
const seated = [sit("red", "ada"), sit("yellow", "ben")];
const won = [...seated, ...[0, 1, 0, 1, 0, 1, 0].map((column, turn) => drop(turn, column))];

test("of two users who take one seat at the same time, the first has it", () => {
  const { players } = replay([sit("red", "ada"), sit("red", "ben"), sit("yellow", "ada"), sit("yellow", "cleo")]);
  expect([players.red?.userId, players.yellow?.userId]).toEqual(["ada", "cleo"]);
});

test("of two moves in one turn, the first counts", () => {
  const match = replay([...seated, drop(0, 3), drop(0, 5), { ...drop(0, 6), userId: "ben" }, drop(1, 3)]);
  expect(match.discs.map(({ length }) => length)).toEqual([0, 0, 0, 2, 0, 0, 0]);
  expect(match.next).toBe("red");
});

test("no one moves out of turn, without an opponent, as a spectator, or into a full column", () => {
  expect(replay([sit("red", "ada"), drop(0, 3)]).turn).toBe(0);
  expect(replay([...seated, { ...drop(0, 3), userId: "ben" }]).turn).toBe(0);
  expect(replay([...seated, { ...drop(0, 3), userId: "cleo" }]).turn).toBe(0);
  const full = Array.from({ length: rows + 1 }, (_, turn) => drop(turn, 0));
  expect(replay([...seated, ...full]).turn).toBe(rows);
});

test("a player who leaves can be replaced, and what they send later is ignored", () => {
  const match = replay([...seated, { type: "leave", userId: "ada" }, sit("red", "cleo"), drop(0, 3)]);
  expect(match).toMatchObject({ turn: 0, players: { red: { userId: "cleo" } } });
  expect(replay([...seated, { type: "leave", userId: "ada" }, drop(0, 3)]).turn).toBe(0);
});

test("four in a row end the game, and another starts once both players agree", () => {
  expect(replay(won)).toMatchObject({ winner: "red", next: null, wins: { red: 1, yellow: 0 } });
  const ask = (userId: string) => ({ type: "rematch", game: 0, userId });
  expect(replay([...won, ask("ada"), ask("ada")])).toMatchObject({ winner: "red", rematch: { red: true } });
  const again = replay([...won, ask("ada"), ask("ben"), ask("ben")]);
  expect(again).toMatchObject({ game: 1, turn: 0, next: "yellow", winner: null, wins: { red: 1 } });
  // A move of the first game that arrives now does not belong to the second one.
  expect(replay([...won, ask("ada"), ask("ben"), drop(0, 3)]).turn).toBe(0);
  expect(replay([...won, ask("ada"), ask("ben"), drop(0, 3, 1)]).turn).toBe(1);
});

test("whatever is stored, a page can show it", () => {
  const plausible = fc.oneof(
    fc.constantFrom(...won),
    fc.record({
      type: fc.constantFrom("sit", "leave", "drop", "rematch"),
      seat: fc.oneof(fc.constantFrom("red", "yellow"), fc.jsonValue()),
      player: fc.oneof(fc.constant(player("ada")), fc.jsonValue()),
      userId: fc.oneof(fc.constantFrom("ada", "ben"), fc.jsonValue()),
      game: fc.oneof(fc.constant(0), fc.double()),
      turn: fc.oneof(fc.nat(5), fc.double()),
      column: fc.oneof(fc.nat(columns), fc.double(), fc.jsonValue()),
    }),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(fc.oneof(fc.array(plausible), fc.jsonValue()), (entries) => {
      const { discs, turn } = replay(entries);
      expect(discs.flat()).toHaveLength(turn);
      expect(discs.every(({ length }) => length <= rows)).toBe(true);
    }),
  );
});
