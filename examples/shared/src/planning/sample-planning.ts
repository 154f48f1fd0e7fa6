import { LiveMap, LiveObject } from "@liveblocks/client";
import type { PlanningStorage } from "./storage.ts";

const sampleStories = [
  "Sign in with a passkey",
  "Export invoices as PDF",
  "Search in archived projects",
  "Send a weekly summary by email",
];

/** What a new room begins with: nothing yet, or the stories of a sample sprint with the first round open. */
export function newPlanning(hasSample: boolean): PlanningStorage {
  const stories = hasSample ? sampleStories : [];
  return {
    topic: "Sprint planning",
    deck: "fibonacci",
    stories: new LiveMap(
      stories.map((title, index) => [`story-${index}`, new LiveObject({ title, place: index + 1, estimate: "" })]),
    ),
    round: new LiveObject(
      hasSample ? { id: "first", story: "story-0", isRevealed: false } : { id: "", story: "", isRevealed: false },
    ),
    ballots: new LiveMap(),
    results: new LiveMap(),
  };
}

/** The titles that the empty page offers to add. */
export { sampleStories };
