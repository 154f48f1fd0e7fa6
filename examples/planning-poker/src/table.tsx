import { dyeColour } from "@weft/example-shared";
import { voteText } from "@weft/example-shared/planning";
import type { Participant, PlanningUser } from "@weft/example-shared/planning";

interface TableProps {
  readonly participants: readonly Participant[];
  readonly spectators: readonly PlanningUser[];
  readonly ownId: string;
  readonly isRevealed: boolean;
}

/** Everyone's card: none, face down, or revealed. */
export function Table({ participants, spectators, ownId, isRevealed }: TableProps) {
  return (
    <section aria-label="Table" className="poker-table">
      <ul>
        {participants.map((participant) => {
          const { userId, visitor, hasVoted, card } = participant;
          return (
            <li key={userId} style={{ "--dye": dyeColour(visitor) }} data-testid="participant">
              <span
                className="poker-card"
                data-state={card === "" ? (hasVoted ? "hidden" : "none") : "shown"}
                aria-hidden="true"
              >
                {card}
              </span>
              <span className="poker-name">
                {visitor.name}
                {userId === ownId && " (you)"}
              </span>
              <span className="poker-vote">{voteText(participant, isRevealed)}</span>
            </li>
          );
        })}
      </ul>
      {spectators.length > 0 && (
        <p className="poker-watching">Spectating: {spectators.map(({ visitor }) => visitor.name).join(", ")}</p>
      )}
    </section>
  );
}
