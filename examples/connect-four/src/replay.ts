import { fieldsOf, readChoice, readText } from "@weft/example-shared/read-values";
import { readVisitor } from "@weft/example-shared/visitor";
import { dropDisc, isFull, lineThrough, noDiscs, otherSeat, seats } from "./rules.ts";
import type { Cell, Discs, Seat } from "./rules.ts";
import type { Player } from "./room-types.ts";

export interface Match {
  readonly players: Readonly<Record<Seat, Player | null>>;
  /** How many games have been finished. */
  readonly game: number;
  /** How many discs of this game have been dropped. */
  readonly turn: number;
  readonly discs: Discs;
  /** Whose turn it is; null once the game is over. */
  readonly next: Seat | null;
  readonly winner: Seat | null;
  /** The discs that won. */
  readonly line: readonly Cell[];
  readonly lastColumn: number | null;
  readonly wins: Readonly<Record<Seat, number>>;
  /** Who has asked for another game. */
  readonly rematch: Readonly<Record<Seat, boolean>>;
}

const nothingAsked = { red: false, yellow: false };

export const newMatch: Match = {
  players: { red: null, yellow: null },
  game: 0,
  turn: 0,
  discs: noDiscs,
  next: "red",
  winner: null,
  line: [],
  lastColumn: null,
  wins: { red: 0, yellow: 0 },
  rematch: nothingAsked,
};

/** More entries than a page replays: hours of play. */
export const mostEntries = 5_000;

/** The match that the entries lead to. Any client may store anything in a public room: what is not allowed is ignored. */
export function replay(entries: unknown): Match {
  return (Array.isArray(entries) ? (entries as unknown[]) : []).slice(0, mostEntries).reduce<Match>(apply, newMatch);
}

function apply(match: Match, entry: unknown): Match {
  const fields = fieldsOf(entry);
  switch (fields["type"]) {
    case "sit":
      return sit(match, readChoice(fields["seat"], seats, null), readPlayer(fields["player"]));
    case "leave":
      return leave(match, seatOf(match, fields["userId"]));
    case "drop":
      return drop(match, seatOf(match, fields["userId"]), fields);
    case "rematch":
      return askForRematch(match, seatOf(match, fields["userId"]), fields["game"]);
    default:
      return match;
  }
}

/** The seat of a user, who has one at most. */
export function seatOf({ players }: Match, userId: unknown): Seat | null {
  return seats.find((seat) => players[seat] !== null && players[seat].userId === userId) ?? null;
}

function readPlayer(value: unknown): Player | null {
  const { userId, name, dye } = fieldsOf(value);
  const id = readText(userId, 100);
  return id === "" ? null : { userId: id, ...readVisitor({ name, dye }) };
}

function sit(match: Match, seat: Seat | null, player: Player | null): Match {
  if (seat === null || player === null || match.players[seat] || seatOf(match, player.userId)) return match;
  return { ...match, players: { ...match.players, [seat]: player } };
}

/** Frees a seat. The next player continues the game. */
function leave(match: Match, seat: Seat | null): Match {
  if (seat === null) return match;
  return { ...match, players: { ...match.players, [seat]: null }, rematch: { ...match.rematch, [seat]: false } };
}

function drop(match: Match, seat: Seat | null, { game, turn, column }: Partial<Record<string, unknown>>): Match {
  const { players, next, wins } = match;
  if (seat === null || seat !== next || game !== match.game || turn !== match.turn) return match;
  if (!players.red || !players.yellow || typeof column !== "number") return match;
  const discs = dropDisc(match.discs, column, seat);
  if (discs === null) return match;
  const line = lineThrough(discs, column);
  const dropped = { ...match, discs, line, turn: match.turn + 1, lastColumn: column };
  if (line.length > 0) return { ...dropped, next: null, winner: seat, wins: { ...wins, [seat]: wins[seat] + 1 } };
  return { ...dropped, next: isFull(discs) ? null : otherSeat(seat) };
}

function askForRematch(match: Match, seat: Seat | null, game: unknown): Match {
  if (seat === null || match.next !== null || game !== match.game) return match;
  const rematch = { ...match.rematch, [seat]: true };
  if (!rematch.red || !rematch.yellow) return { ...match, rematch };
  const { players, wins } = match;
  // The players take turns to begin.
  return { ...newMatch, players, wins, game: match.game + 1, next: match.game % 2 === 0 ? "yellow" : "red" };
}
