import { decks } from "@weft/example-shared/planning";
import type { DeckName } from "@weft/example-shared/planning";
import type { useOwnVote } from "./use-own-vote.ts";

interface HandProps {
  readonly deck: DeckName;
  readonly vote: ReturnType<typeof useOwnVote>;
}

/** The cards to choose from. Choosing the same card again takes the vote back. */
export function Hand({ deck, vote }: HandProps) {
  return (
    <section className="poker-hand" aria-label="Your vote">
      <div className="poker-cards" role="group" aria-label="Cards">
        {decks[deck].cards.map((card) => (
          <button
            key={card}
            type="button"
            className="poker-choice"
            aria-label={card === "?" ? "Vote ?: not sure" : `Vote ${card}`}
            aria-pressed={vote.card === card}
            onClick={() => (vote.card === card ? vote.withdraw() : vote.choose(card))}
          >
            {card}
          </button>
        ))}
      </div>
      <p>Your card stays in this browser until the votes are revealed. The others see only that you have voted.</p>
    </section>
  );
}
