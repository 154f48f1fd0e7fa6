import type { Cast } from "@weft/example-shared";
import { Avatar } from "@weft/react-ui";
import { stateOf } from "./read-review.ts";
import type { State } from "./read-review.ts";
import { verdicts } from "./room-types.ts";
import type { Verdict } from "./room-types.ts";
import type { useReview } from "./use-review.ts";

interface ReviewersProps {
  readonly cast: Cast;
  readonly review: ReturnType<typeof useReview>;
  readonly unresolved: number;
}

const states: Readonly<Record<State, string>> = {
  "changes requested": "Changes requested",
  "unresolved threads": "Threads to resolve",
  approved: "Ready to merge",
  waiting: "Waiting for a review",
};
const actions: Readonly<Record<Verdict, string>> = { approved: "Approve", "changes requested": "Request changes" };

/** The state of the review, the verdicts of all users, and your own. */
export function Reviewers({ cast: { people, you }, review, unresolved }: ReviewersProps) {
  const state = stateOf(review.verdicts, unresolved);
  const own = review.verdicts.get(you.id);
  const given = people.filter(({ id }) => review.verdicts.has(id));
  return (
    <section className="panel" aria-label="Review">
      <p className="review-state" data-state={state} role="status">
        {states[state]}
      </p>
      <ul className="reviewers">
        {given.map(({ id, name }) => (
          <li key={id} data-testid="verdict">
            <Avatar className="reviewer" userId={id} />
            <span>{id === you.id ? "You" : name}</span>
            <span className="verdict" data-verdict={review.verdicts.get(id)}>
              {review.verdicts.get(id)}
            </span>
          </li>
        ))}
      </ul>
      {given.length === 0 && (
        <p className="panel-hint">No reviews yet. Read the change, then approve it or request changes.</p>
      )}
      <div className="verdict-buttons" role="group" aria-label="Your review">
        {verdicts.map((verdict) => (
          <button
            key={verdict}
            type="button"
            className="button"
            data-verdict={verdict}
            aria-pressed={own === verdict}
            disabled={!review.loaded}
            onClick={() => review.setVerdict(own === verdict ? null : verdict)}
          >
            {actions[verdict]}
          </button>
        ))}
      </div>
    </section>
  );
}
