/** Planning poker without a framework: what is stored, how it is read, and every edit. */
export { deckNames, decks, estimatesOf } from "./decks.ts";
export type { DeckName } from "./decks.ts";
export { keepOwnVote, noVote, readOwnVote } from "./own-vote.ts";
export type { OwnVote } from "./own-vote.ts";
export {
  acceptEstimate,
  addStory,
  castBallot,
  moveStory,
  openBallot,
  removeStory,
  renameStory,
  revealVotes,
  setDeck,
  setTopic,
  startRound,
  withdrawBallot,
} from "./planning-edits.ts";
export { playPlanning } from "./play-planning.ts";
export { participantsOf, readPlanning, readUser, voteText } from "./read-planning.ts";
export type { Participant, Planning, PlanningUser, ShownResult, ShownStory } from "./read-planning.ts";
export { newPlanning, sampleStories } from "./sample-planning.ts";
export { longestTitle, mostStories } from "./storage.ts";
export type { PlanningPresence, PlanningStorage } from "./storage.ts";
export { spreadText, summarizeVotes } from "./summarize-votes.ts";
export type { VoteSummary } from "./summarize-votes.ts";
