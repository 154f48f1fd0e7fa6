import type { Room } from "@liveblocks/client";
import type { Pause } from "../preview.ts";
import { scriptedVisitor } from "../scripted-name.ts";
import { acceptEstimate, castBallot, openBallot, revealVotes, startRound } from "./planning-edits.ts";
import { readPlanning } from "./read-planning.ts";
import type { PlanningPresence, PlanningStorage } from "./storage.ts";
import { summarizeVotes } from "./summarize-votes.ts";

const userId = "robin";

/** In previews, a colleague votes on one story after the other, and then starts again. */
export async function playPlanning(room: Room<PlanningPresence, PlanningStorage>, pause: Pause): Promise<void> {
  const { root } = await room.getStorage();
  const read = () => readPlanning(root.toJSON());
  for (const card of ["5", "8", "3"]) {
    await pause(2_000);
    castBallot(root, userId, scriptedVisitor);
    await pause(2_500);
    revealVotes(root);
    openBallot(root, userId, { round: read().round.id, card });
    await pause(3_500);
    const { ballots, deck } = read();
    const summary = summarizeVotes(
      Array.from(ballots.values(), (ballot) => ballot.card),
      deck,
    );
    acceptEstimate(root, summary?.median ?? card, Date.now());
  }
  await pause(2_000);
  for (const { id } of read().stories) root.get("stories").get(id)?.set("estimate", "");
  for (const { id } of read().results) root.get("results").delete(id);
  startRound(root, read().stories[0]?.id ?? "");
}
