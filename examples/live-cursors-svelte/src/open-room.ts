import { createClient } from "@liveblocks/client";
import { playVisitor, readPlace, readVisitor, tour, watchConnection } from "@weft/example-shared/core";
import type { Connection, Place, Session, Visitor } from "@weft/example-shared/core";
import { readable, writable } from "svelte/store";

export interface Other {
  readonly id: number;
  readonly visitor: Visitor;
  readonly cursor: Place | null;
}

/**
 * Enters the room, and shows it as Svelte stores. `baseUrl` is the one setting that differs from any other application of
 * the Liveblocks client.
 */
export function openRoom(session: Session) {
  const { demo, roomId, visitor } = session;
  const client = createClient({ baseUrl: demo.baseUrl, publicApiKey: demo.publicKey, lostConnectionTimeout: 2000 });
  const { room, leave } = client.enterRoom(roomId, { initialPresence: { visitor, cursor: null } });

  const others = readable<readonly Other[]>([], (set) =>
    room.subscribe("others", (people) =>
      set(
        people.map(({ connectionId, presence }) => ({
          id: connectionId,
          visitor: readVisitor(presence.visitor),
          cursor: readPlace(presence.cursor),
        })),
      ),
    ),
  );
  const connection = readable<Connection>("connecting", (set) => watchConnection(room, set));
  const cursor = writable<Place | null>(null);
  cursor.subscribe((place) => room.updatePresence({ cursor: place }));
  const endPreview = playVisitor<{ visitor: Visitor; cursor: Place | null }>(
    session,
    { cursor: null },
    async (visit, pause) => tour((place) => visit.updatePresence({ cursor: place }), pause),
  );

  return {
    others,
    connection,
    /** This visitor’s own cursor: what is set here, everyone sees. */
    cursor,
    close() {
      endPreview();
      leave();
    },
  };
}
