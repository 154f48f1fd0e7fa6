import { entriesOf } from "../entries-of.ts";
import { inOrder } from "../places.ts";
import { fieldsOf, readChoice, readNumber, readPlaceNumber, readText } from "../read-values.ts";
import { readVisitor } from "../visitor.ts";
import type { Visitor } from "../visitor.ts";
import { deckNames, isCardOf } from "./decks.ts";
import type { DeckName } from "./decks.ts";
import { longestTitle, mostStories } from "./storage.ts";
import type { Ballot, Result, Round, Story } from "./storage.ts";

export type ShownStory = Readonly<Story> & { readonly id: string };
export type ShownResult = Readonly<Omit<Result, "votes">> & {
  readonly id: string;
  readonly votes: readonly { readonly name: string; readonly card: string }[];
};

/** All of it as a page may show it: any client may store anything in a public room. */
export interface Planning {
  readonly topic: string;
  readonly deck: DeckName;
  readonly stories: readonly ShownStory[];
  readonly round: Readonly<Round>;
  /** The story of the round; undefined before the first round, and once the story has been deleted. */
  readonly story: ShownStory | undefined;
  /** The ballots of the round, by user ID. */
  readonly ballots: ReadonlyMap<string, Readonly<Ballot>>;
  /** The newest result first. */
  readonly results: readonly ShownResult[];
}

const longestId = 100;
const mostBallots = 100;
const mostResults = 100;

export function readPlanning(stored: unknown): Planning {
  const { topic, deck: deckName, stories: storedStories, round: storedRound, ballots, results } = fieldsOf(stored);
  const deck = readChoice(deckName, deckNames, "fibonacci");
  const round = readRound(storedRound);
  const stories = inOrder(entriesOf(storedStories).flatMap(([id, value]) => readStory(id, value))).slice(
    0,
    mostStories,
  );
  return {
    topic: readText(topic, longestTitle),
    deck,
    stories,
    round,
    story: stories.find(({ id }) => id === round.story),
    ballots: new Map(
      entriesOf(ballots)
        .flatMap(([userId, value]) => readBallot(userId, value, round, deck))
        .slice(0, mostBallots),
    ),
    results: entriesOf(results)
      .flatMap(([id, value]) => readResult(id, value))
      .toSorted((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1))
      .slice(0, mostResults),
  };
}

function readRound(value: unknown): Round {
  const { id, story, isRevealed } = fieldsOf(value);
  return { id: readText(id, longestId), story: readText(story, longestId), isRevealed: isRevealed === true };
}

function readStory(id: string, value: unknown): ShownStory[] {
  const { title, place, estimate } = fieldsOf(value);
  if (typeof title !== "string") return [];
  return [{ id, title: readText(title, longestTitle), place: readPlaceNumber(place), estimate: readText(estimate, 4) }];
}

function readBallot(userId: string, value: unknown, round: Round, deck: DeckName): [string, Ballot][] {
  const { round: of, name, dye, card } = fieldsOf(value);
  if (round.id === "" || of !== round.id) return [];
  const shown = round.isRevealed && typeof card === "string" && isCardOf(deck, card) ? card : "";
  return [[userId, { round: round.id, ...readVisitor({ name, dye }), card: shown }]];
}

function readResult(id: string, value: unknown): ShownResult[] {
  const { title, estimate, deck, at, votes } = fieldsOf(value);
  if (typeof title !== "string" || typeof estimate !== "string") return [];
  return [
    {
      id,
      title: readText(title, longestTitle),
      estimate: readText(estimate, 4),
      deck: readChoice(deck, deckNames, "fibonacci"),
      at: readNumber(at, { least: 0, most: 8.64e15, otherwise: 0 }),
      votes: (Array.isArray(votes) ? (votes as unknown[]) : []).slice(0, mostBallots).map((vote) => {
        const { name, card } = fieldsOf(vote);
        return { name: readVisitor({ name }).name, card: readText(card, 4) };
      }),
    },
  ];
}

/** Someone at the table. */
export interface Participant {
  readonly userId: string;
  readonly visitor: Visitor;
  readonly hasVoted: boolean;
  /** Their card, once the votes are revealed and their browser has sent it. */
  readonly card: string;
  /** Whether they are connected. Users who voted and left stay at the table until the next round. */
  readonly isHere: boolean;
}

/** Everyone in the room, by their presence. */
export interface PlanningUser {
  readonly userId: string;
  readonly visitor: Visitor;
  readonly isSpectator: boolean;
}

export function readUser({ visitor, userId, isSpectator }: Partial<Record<string, unknown>>): PlanningUser {
  return { userId: readText(userId, longestId), visitor: readVisitor(visitor), isSpectator: isSpectator === true };
}

/** The voters of a round: those who are here, then those who voted and left. Each user once, in any number of windows. */
export function participantsOf(users: readonly PlanningUser[], ballots: Planning["ballots"]): readonly Participant[] {
  const here = new Map(users.filter(({ userId }) => userId !== "").map((user) => [user.userId, user]));
  const voters = Array.from(here.values()).filter(({ isSpectator }) => !isSpectator);
  const absent = Array.from(ballots).filter(([userId]) => !here.has(userId));
  return [
    ...voters.map(({ userId, visitor }) => {
      const ballot = ballots.get(userId);
      return { userId, visitor, hasVoted: ballot !== undefined, card: ballot?.card ?? "", isHere: true };
    }),
    ...absent.map(([userId, { name, dye, card }]) => ({
      userId,
      visitor: { name, dye },
      hasVoted: true,
      card,
      isHere: false,
    })),
  ];
}

/** What someone has done in the round. */
export function voteText({ hasVoted, card, isHere }: Participant, isRevealed: boolean): string {
  if (card !== "") return `Voted ${card}`;
  if (!hasVoted) return isRevealed ? "No vote" : "Thinking…";
  return isHere ? "Voted" : "Voted and left";
}
