import type { Message } from "./room-types.ts";

const minute = 60_000;

/** What a new room begins with. */
export function sampleMessages(now: number): Message[] {
  const mira = { name: "Mira", dye: "plum" };
  const jonas = { name: "Jonas", dye: "indigo" };
  return [
    {
      id: "sample-1",
      author: mira,
      text: "The venue confirmed Thursday. Doors open at 18:00.",
      sentAt: now - 9 * minute,
    },
    { id: "sample-2", author: jonas, text: "Great. How many chairs do we need?", sentAt: now - 7 * minute },
    {
      id: "sample-3",
      author: mira,
      text: "Sixty. Eight people asked for a seat near the door.",
      sentAt: now - 6 * minute,
    },
  ];
}
