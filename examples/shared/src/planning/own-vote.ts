import { fieldsOf, readText } from "../read-values.ts";

/** The user's own vote. Only this browser has it until the votes are revealed; it survives a reload. */
export interface OwnVote {
  readonly round: string;
  readonly card: string;
}

export const noVote: OwnVote = { round: "", card: "" };

export function readOwnVote(roomId: string, userId: string): OwnVote {
  try {
    const { round, card } = fieldsOf(JSON.parse(localStorage.getItem(keyOf(roomId, userId)) ?? "null"));
    return { round: readText(round, 100), card: readText(card, 4) };
  } catch {
    return noVote;
  }
}

export function keepOwnVote(roomId: string, userId: string, vote: OwnVote): void {
  try {
    localStorage.setItem(keyOf(roomId, userId), JSON.stringify(vote));
  } catch {
    // Storage may be forbidden: the vote then lasts as long as the page.
  }
}

function keyOf(roomId: string, userId: string): string {
  return `weft:vote:${roomId}:${userId}`;
}
