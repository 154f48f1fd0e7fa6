import type { Card } from "./room-types.ts";

/** What a new board begins with. */
export const sampleCards: readonly Card[] = [
  { id: "venue", title: "Book a venue", column: "Done" },
  { id: "speakers", title: "Invite three speakers", column: "In progress" },
  { id: "catering", title: "Choose the catering", column: "To do" },
  { id: "posters", title: "Print posters", column: "To do" },
];
