import { LiveMap, LiveObject } from "@liveblocks/client";
import { newId } from "../new-id.ts";
import { placeAt, placeToMoveTo } from "../places.ts";
import type { Visitor } from "../visitor.ts";
import type { DeckName } from "./decks.ts";
import { participantsOf, readPlanning } from "./read-planning.ts";
import { mostStories } from "./storage.ts";
import type { PlanningStorage } from "./storage.ts";

/** The root of Storage, in a room of either framework. */
export type PlanningRoot = Pick<LiveObject<PlanningStorage>, "get" | "set" | "toJSON">;

/** Says that the user has voted. The card stays in their browser until the votes are revealed. */
export function castBallot(root: PlanningRoot, userId: string, { name, dye }: Visitor): void {
  const { id, isRevealed } = readPlanning(root.toJSON()).round;
  if (id !== "" && !isRevealed) root.get("ballots").set(userId, new LiveObject({ round: id, name, dye, card: "" }));
}

/** Takes the user's ballot back, while the votes are hidden. */
export function withdrawBallot(root: PlanningRoot, userId: string): void {
  if (!readPlanning(root.toJSON()).round.isRevealed) root.get("ballots").delete(userId);
}

/** Shows the user's card to everyone: called by their own client once the votes are revealed. */
export function openBallot(
  root: PlanningRoot,
  userId: string,
  vote: { readonly round: string; readonly card: string },
) {
  const { round, ballots } = readPlanning(root.toJSON());
  if (!round.isRevealed || round.id !== vote.round || ballots.get(userId)?.card !== "") return;
  const stored: unknown = root.get("ballots");
  const ballot: unknown = stored instanceof LiveMap ? stored.get(userId) : undefined;
  if (ballot instanceof LiveObject) ballot.set("card", vote.card);
}

export function revealVotes(root: PlanningRoot): void {
  root.get("round").set("isRevealed", true);
}

/** Starts a round for a story. The ballots of earlier rounds stay, and no longer count. */
export function startRound(root: PlanningRoot, story: string): void {
  root.get("round").update({ id: newId(), story, isRevealed: false });
}

/** Accepts an estimate, records the votes, and goes on to the next story without one. */
export function acceptEstimate(root: PlanningRoot, estimate: string, now: number): void {
  const { round, story, ballots, deck, stories, results } = readPlanning(root.toJSON());
  if (!story || !round.isRevealed) return;
  const votes = participantsOf([], ballots).map(({ visitor, card }) => ({ name: visitor.name, card }));
  root.get("stories").get(story.id)?.set("estimate", estimate);
  root.get("results").set(round.id, new LiveObject({ title: story.title, estimate, deck, at: now, votes }));
  for (const { id } of results.slice(mostStories - 1)) root.get("results").delete(id);
  const next = stories.find(({ id, estimate: known }) => known === "" && id !== story.id);
  startRound(root, next?.id ?? "");
}

/** Adds a story, and starts its round if there is none. */
export function addStory(root: PlanningRoot, title: string): void {
  const { stories, story } = readPlanning(root.toJSON());
  if (stories.length >= mostStories) return;
  const id = newId();
  root.get("stories").set(id, new LiveObject({ title, place: placeAt(stories, stories.length), estimate: "" }));
  if (!story) startRound(root, id);
}

export function renameStory(root: PlanningRoot, id: string, title: string): void {
  root.get("stories").get(id)?.set("title", title);
}

export function removeStory(root: PlanningRoot, id: string): void {
  root.get("stories").delete(id);
}

export function moveStory(root: PlanningRoot, id: string, index: number): void {
  const { stories } = readPlanning(root.toJSON());
  root
    .get("stories")
    .get(id)
    ?.set("place", placeToMoveTo(stories, id, index));
}

export function setTopic(root: PlanningRoot, topic: string): void {
  root.set("topic", topic);
}

/** Changes the cards. The votes of the round were cast with the old ones, so the round starts again. */
export function setDeck(root: PlanningRoot, deck: DeckName): void {
  const { round } = readPlanning(root.toJSON());
  root.set("deck", deck);
  if (round.id !== "") startRound(root, round.story);
}
