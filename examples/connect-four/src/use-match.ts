import { useHistory, useMutation, useStorage } from "@weft/react";
import type { Session } from "@weft/example-shared";
import { useMemo } from "react";
import { mostEntries, replay } from "./replay.ts";
import type { Entry } from "./room-types.ts";
import type { Seat } from "./rules.ts";

/** The match and everything a user can do in it. Moves are final, so none of it is part of the undo history. */
export function useMatch({ userId, visitor }: Session) {
  const stored = useStorage((root) => root.entries);
  const match = useMemo(() => replay(stored), [stored]);
  const { disable } = useHistory();
  const push = useMutation(({ storage }, ...entries: Entry[]) => {
    for (const entry of entries) storage.get("entries").push(entry);
  }, []);
  const clear = useMutation(({ storage }) => storage.get("entries").clear(), []);

  const append = (...entries: Entry[]) => disable(() => push(...entries));
  const sitDown = (seat: Seat): Entry => ({ type: "sit", seat, player: { userId, ...visitor } });
  return {
    loaded: stored !== null,
    match,
    /** Whether another game would be more than a page replays. */
    isLong: Array.isArray(stored) && stored.length > mostEntries - 100,
    sit: (seat: Seat) => append(sitDown(seat)),
    /** Takes the seat of a user who has left. If another user does so at the same time, one of them has it. */
    takeOver: (seat: Seat) => {
      const { [seat]: player } = match.players;
      if (player) append({ type: "leave", userId: player.userId }, sitDown(seat));
    },
    leave: () => append({ type: "leave", userId }),
    drop: (column: number) => append({ type: "drop", game: match.game, turn: match.turn, column, userId }),
    askForRematch: () => append({ type: "rematch", game: match.game, userId }),
    startOver: () => disable(clear),
  };
}

export type MatchEdits = ReturnType<typeof useMatch>;
