import type { Card } from "./room-types.ts";

/** What a new board begins with, by card id. */
export const sampleCards: Readonly<Record<string, Card>> = {
  checklist: { title: "Write the launch checklist", column: "To do", place: 1 },
  pricing: { title: "Review the pricing page", column: "To do", place: 2 },
  newsletter: { title: "Draft the newsletter", column: "To do", place: 3 },
  onboarding: { title: "Test the onboarding flow", column: "In progress", place: 1 },
  screenshots: { title: "Take new screenshots", column: "In progress", place: 2 },
  domain: { title: "Set up the domain", column: "Done", place: 1 },
};
