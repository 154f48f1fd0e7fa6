import type { Match } from "./replay.ts";
import type { Seat } from "./rules.ts";
import { seatNames } from "./status.ts";
import type { MatchEdits } from "./use-match.ts";

interface SeatCardProps {
  readonly seat: Seat;
  readonly match: Match;
  readonly ownSeat: Seat | null;
  readonly isHere: (userId: string) => boolean;
  readonly edits: MatchEdits;
}

/** A player, or a seat to take: it is free, or its player has left. */
export function SeatCard({ seat, match, ownSeat, isHere, edits }: SeatCardProps) {
  const player = match.players[seat];
  const hasLeft = player !== null && !isHere(player.userId);
  return (
    <section
      className="seat"
      aria-label={seatNames[seat]}
      data-next={(player !== null && match.next === seat) || undefined}
    >
      <span className="disc" data-seat={seat} aria-hidden="true" />
      <div className="seat-text">
        <h2>{seatNames[seat]}</h2>
        <p>
          {player === null
            ? "Free seat"
            : `${player.name}${seat === ownSeat ? " (you)" : ""}${hasLeft ? " has left" : ""}`}
        </p>
      </div>
      <span className="seat-wins">
        {match.wins[seat]}
        <span className="visually-hidden">{match.wins[seat] === 1 ? " win" : " wins"}</span>
      </span>
      {ownSeat === null && player === null && (
        <button type="button" className="button" data-kind="primary" onClick={() => edits.sit(seat)}>
          Play {seatNames[seat].toLowerCase()}
        </button>
      )}
      {ownSeat === null && hasLeft && (
        <button type="button" className="button" onClick={() => edits.takeOver(seat)}>
          Take over
        </button>
      )}
    </section>
  );
}
