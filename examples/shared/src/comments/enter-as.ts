import { createClient } from "@liveblocks/client";
import { authorizeUser } from "../demo.ts";
import type { UserSession } from "../start-example.tsx";
import type { Person } from "../people.ts";

/**
 * The room as another person of the cast has it. With `connect: false` they are not seen in the room: they only read and
 * write comments, which are calls of HTTP.
 */
export function enterAs({ demo, roomId }: UserSession, person: Person, { connect }: { readonly connect: boolean }) {
  const client = createClient({ baseUrl: demo.baseUrl, authEndpoint: () => authorizeUser(person.id) });
  return client.enterRoom(roomId, { autoConnect: connect });
}
