import type { LiveMap, LiveObject } from "@liveblocks/client";
import type { Visitor } from "../visitor.ts";
import type { DeckName } from "./decks.ts";

export type Story = {
  title: string;
  /** Stories are in ascending order of this number. */
  place: number;
  /** The agreed card; an empty text until there is one. */
  estimate: string;
};

/** The current round: its votes are the ballots that name it. */
export type Round = {
  id: string;
  /** The story; an empty text before the first round. */
  story: string;
  isRevealed: boolean;
};

/**
 * Someone's vote, keyed by user, so that each has one. Until the votes are revealed, `card` is an empty text: it says that
 * this user has voted, and the card itself has not left their browser. A client hides nothing that it has received, so
 * a card in Storage or presence would be readable by everyone in the room, whatever the page shows.
 */
export type Ballot = {
  round: string;
  name: string;
  dye: string;
  card: string;
};

/** An estimate and the votes that led to it, keyed by round: accepting it twice records it once. */
export type Result = {
  title: string;
  estimate: string;
  deck: DeckName;
  at: number;
  votes: { name: string; card: string }[];
};

export type PlanningStorage = {
  topic: string;
  deck: DeckName;
  stories: LiveMap<string, LiveObject<Story>>;
  round: LiveObject<Round>;
  ballots: LiveMap<string, LiveObject<Ballot>>;
  results: LiveMap<string, LiveObject<Result>>;
};

export type PlanningPresence = {
  visitor: Visitor;
  userId: string;
  isSpectator: boolean;
};

export const longestTitle = 140;
export const mostStories = 100;
