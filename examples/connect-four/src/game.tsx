import { shallow, useOthersMapped, useStatus, useUpdateMyPresence } from "@weft/react";
import { AloneNote, LoadingNote, readVisitor, useScriptedVisitor } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { readNumber, readText } from "@weft/example-shared/read-values";
import { Board } from "./board.tsx";
import { playColleague } from "./colleague.ts";
import { seatOf } from "./replay.ts";
import { columns } from "./rules.ts";
import { SeatCard } from "./seat-card.tsx";
import { Spectators } from "./spectators.tsx";
import { statusOf } from "./status.ts";
import { useMatch } from "./use-match.ts";

/** Two seats, the board, and everyone who is watching. */
export function Game({ session }: { readonly session: Session }) {
  const { userId, visitor } = session;
  const edits = useMatch(session);
  const { match } = edits;
  const isConnected = useStatus() === "connected";
  const updatePresence = useUpdateMyPresence();
  const others = useOthersMapped(({ presence }) => presence, shallow).map(([id, presence]) => ({
    id,
    visitor: readVisitor(presence.visitor),
    userId: readText(presence.userId, 100),
    column:
      typeof presence.column === "number"
        ? readNumber(presence.column, { least: 0, most: columns - 1, otherwise: 0 })
        : null,
  }));
  useScriptedVisitor(session, edits.loaded, { userId: "robin", column: null }, playColleague);

  if (!edits.loaded) return <LoadingNote text="Loading the game…" />;
  const ownSeat = seatOf(match, userId);
  const isOwnTurn =
    ownSeat !== null && match.next === ownSeat && match.players.red !== null && match.players.yellow !== null;
  const mover = match.next === null ? null : match.players[match.next];
  const aimed = isOwnTurn ? null : (others.find((other) => other.userId === mover?.userId)?.column ?? null);
  const seatProps = {
    match,
    ownSeat,
    edits,
    // Without a connection, no one else seems to be here.
    isHere: (id: string) => !isConnected || id === userId || others.some((other) => other.userId === id),
  };
  return (
    <div className="game">
      <div className="game-seats">
        <SeatCard seat="red" {...seatProps} />
        <SeatCard seat="yellow" {...seatProps} />
      </div>
      <p className="game-status" role="status">
        {statusOf(match, ownSeat)}
      </p>
      <Board
        match={match}
        canDrop={isOwnTurn}
        aimed={aimed}
        onAim={(column) => updatePresence({ column: isOwnTurn ? column : null })}
        onDrop={(column) => {
          updatePresence({ column: null });
          edits.drop(column);
        }}
      />
      <div className="game-actions">
        {ownSeat !== null && match.next === null && !edits.isLong && (
          <button
            type="button"
            className="button"
            data-kind="primary"
            disabled={match.rematch[ownSeat]}
            onClick={edits.askForRematch}
          >
            {match.rematch[ownSeat] ? "Waiting for your opponent…" : "Rematch"}
          </button>
        )}
        {edits.isLong && (
          <button type="button" className="button" onClick={edits.startOver}>
            Start a new match
          </button>
        )}
        {ownSeat !== null && (
          <button type="button" className="button" onClick={edits.leave}>
            Leave the game
          </button>
        )}
      </div>
      <Spectators
        people={[
          ...(ownSeat === null ? [{ id: -1, visitor, name: `${visitor.name} (you)` }] : []),
          ...others
            .filter((other) => seatOf(match, other.userId) === null)
            .map((other) => ({ id: other.id, visitor: other.visitor, name: other.visitor.name })),
        ]}
      />
      {others.length === 0 && isConnected && (
        <AloneNote text="Open a second window to play against yourself, or send the link to an opponent. Everyone else can watch." />
      )}
    </div>
  );
}
