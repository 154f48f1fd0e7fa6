import { useThreads } from "@liveblocks/react";

/** Shows nothing; keeps the threads of the surrounding room live, and with them the notifications about it. */
export function RoomWatch() {
  useThreads();
  return null;
}
