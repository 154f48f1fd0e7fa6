import { readDemo } from "./demo.ts";
import type { Demo } from "./demo.ts";
import { claimVisitor } from "./visitor.ts";
import type { Visitor } from "./visitor.ts";

/** What an example knows when it starts. */
export interface Session {
  readonly demo: Demo;
  readonly roomId: string;
  readonly visitor: Visitor;
  /** The visitor's ID, which stays the same between visits. Anyone in a public room can claim any ID. */
  readonly userId: string;
}

/** Asks the server for its project, and chooses the room: `?room=`, or the default one. */
export async function openSession(defaultRoomId: string): Promise<Session> {
  const [demo, user] = await Promise.all([readDemo(), claimVisitor()]);
  return { demo, roomId: new URLSearchParams(location.search).get("room") || defaultRoomId, ...user };
}
