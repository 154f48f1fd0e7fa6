import { createClient } from "@liveblocks/client";
import { playVisitor, readPlace, readVisitor, tour, watchConnection } from "@weft/example-shared/core";
import type { Connection, Place, Session, Visitor } from "@weft/example-shared/core";
import { onScopeDispose, shallowRef } from "vue";

export interface Other {
  readonly id: number;
  readonly visitor: Visitor;
  readonly cursor: Place | null;
}

/**
 * Enters the room for as long as the component is mounted. `baseUrl` is the one setting that differs from any other
 * application of the Liveblocks client.
 */
export function useRoom(session: Session) {
  const { demo, roomId, visitor } = session;
  const client = createClient({ baseUrl: demo.baseUrl, publicApiKey: demo.publicKey, lostConnectionTimeout: 2000 });
  const { room, leave } = client.enterRoom(roomId, { initialPresence: { visitor, cursor: null } });

  const others = shallowRef<readonly Other[]>([]);
  const connection = shallowRef<Connection>("connecting");
  const cursor = shallowRef<Place | null>(null);

  room.subscribe("others", (people) => {
    others.value = people.map(({ connectionId, presence }) => ({
      id: connectionId,
      visitor: readVisitor(presence.visitor),
      cursor: readPlace(presence.cursor),
    }));
  });
  const stopWatching = watchConnection(room, (next) => (connection.value = next));
  const endPreview = playVisitor<{ visitor: Visitor; cursor: Place | null }>(
    session,
    { cursor: null },
    async (visit, pause) => tour((place) => visit.updatePresence({ cursor: place }), pause),
  );

  onScopeDispose(() => {
    endPreview();
    stopWatching();
    leave();
  });

  function move(place: Place | null): void {
    cursor.value = place;
    room.updatePresence({ cursor: place });
  }

  return { others, connection, cursor, move };
}
