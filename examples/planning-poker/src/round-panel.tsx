import { EmptyCard } from "@weft/example-shared";
import { estimatesOf, sampleStories, spreadText, summarizeVotes } from "@weft/example-shared/planning";
import type { Participant, Planning } from "@weft/example-shared/planning";
import type { PlanningEdits } from "./use-planning-edits.ts";

interface RoundPanelProps {
  readonly planning: Planning;
  readonly participants: readonly Participant[];
  readonly edits: PlanningEdits;
}

/** The story of the round: how many have voted, then what the votes come to. */
export function RoundPanel({ planning, participants, edits }: RoundPanelProps) {
  const { story, stories, round } = planning;
  if (stories.length === 0)
    return (
      <EmptyCard
        title="No stories yet"
        text="Add the stories of your sprint. Everyone votes on one at a time, and no one sees a vote before all of them are revealed."
        action={
          <button
            type="button"
            className="button"
            data-kind="primary"
            onClick={() => edits.addStories(...sampleStories)}
          >
            Use sample stories
          </button>
        }
      />
    );
  if (!story)
    return (
      <section className="poker-story">
        <h3>
          {stories.every(({ estimate }) => estimate !== "") ? "All stories are estimated" : "No story is selected"}
        </h3>
        <p>Add a story, or choose one from the list to vote on it.</p>
      </section>
    );
  const voted = participants.filter(({ hasVoted }) => hasVoted).length;
  return (
    <section className="poker-story" aria-label="Current story">
      <h3>{story.title}</h3>
      {round.isRevealed ? (
        <Outcome planning={planning} participants={participants} edits={edits} />
      ) : (
        <>
          <p role="status">
            {voted === 0
              ? "No votes yet. Choose a card."
              : `${voted} of ${participants.length} ${participants.length === 1 ? "person has" : "people have"} voted.`}
          </p>
          <button
            type="button"
            className="button"
            data-kind={voted > 0 && voted === participants.length ? "primary" : undefined}
            disabled={voted === 0}
            onClick={edits.reveal}
          >
            Reveal votes
          </button>
        </>
      )}
    </section>
  );
}

function Outcome({ planning: { story, round, deck }, participants, edits }: RoundPanelProps) {
  const summary = summarizeVotes(
    participants.map(({ card }) => card),
    deck,
  );
  return (
    <>
      {summary ? (
        <dl className="poker-figures" aria-label="Result of the vote">
          {summary.average !== null && (
            <div>
              <dt>Average</dt>
              <dd>{summary.average}</dd>
            </div>
          )}
          <div>
            <dt>Median</dt>
            <dd>{summary.median}</dd>
          </div>
          <div>
            <dt>Spread</dt>
            <dd>{spreadText(summary)}</dd>
          </div>
        </dl>
      ) : (
        <p role="status">No one has given an estimate. Discuss the story and vote again.</p>
      )}
      <fieldset className="poker-accept">
        <legend>Accept an estimate</legend>
        {estimatesOf(deck).map((card) => (
          <button
            key={card}
            type="button"
            className="button"
            data-kind={card === summary?.median ? "primary" : undefined}
            onClick={() => edits.accept(card)}
          >
            {card}
          </button>
        ))}
      </fieldset>
      <button type="button" className="button" onClick={() => story && edits.startRound(story.id)} key={round.id}>
        Vote again
      </button>
    </>
  );
}
