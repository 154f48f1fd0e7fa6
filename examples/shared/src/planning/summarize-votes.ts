import { estimatesOf } from "./decks.ts";
import type { DeckName } from "./decks.ts";

export interface VoteSummary {
  /** How many estimates there are; `?` is not one. */
  readonly estimates: number;
  /** Null where cards are not numbers. */
  readonly average: number | null;
  /** The card in the middle. Between two cards, the higher one: an estimate that is too low costs more. */
  readonly median: string;
  readonly lowest: string;
  readonly highest: string;
  /** How many cards of the deck lie between the lowest and the highest estimate; 0 if all agree. */
  readonly spread: number;
}

/** What the votes of a round come to. Null without an estimate. */
export function summarizeVotes(votes: readonly string[], deck: DeckName): VoteSummary | null {
  const cards = estimatesOf(deck);
  const ranks = votes.map((vote) => cards.indexOf(vote)).filter((rank) => rank !== -1);
  if (ranks.length === 0) return null;
  ranks.sort((a, b) => a - b);
  const [lowest, highest] = [ranks[0]!, ranks.at(-1)!];
  const total = ranks.reduce((sum, rank) => sum + Number(cards[rank]), 0);
  return {
    estimates: ranks.length,
    average: deck === "sizes" ? null : Math.round((total / ranks.length) * 10) / 10,
    median: cards[Math.ceil((ranks[(ranks.length - 1) >> 1]! + ranks[ranks.length >> 1]!) / 2)]!,
    lowest: cards[lowest]!,
    highest: cards[highest]!,
    spread: highest - lowest,
  };
}

/** The spread in words. */
export function spreadText({ lowest, highest, spread, estimates }: VoteSummary): string {
  if (spread === 0) return estimates === 1 ? "One vote" : "Everyone agrees";
  return `${lowest} to ${highest}`;
}
