import { spreadText, summarizeVotes } from "@weft/example-shared/planning";
import type { ShownResult } from "@weft/example-shared/planning";

/** The accepted estimates with their votes, the newest first. */
export function Results({ results }: { readonly results: readonly ShownResult[] }) {
  if (results.length === 0) return null;
  return (
    <section aria-label="Results">
      <h3>Results</h3>
      <ul className="poker-results">
        {results.map((result) => (
          <li key={result.id}>
            <details>
              <summary>
                <span>{result.title}</span>
                <strong>{result.estimate}</strong>
              </summary>
              <p>{figuresOf(result)}</p>
              <ul>
                {result.votes.map(({ name, card }, index) => (
                  // Names may repeat, and the votes of a result do not change.
                  // oxlint-disable-next-line react/no-array-index-key
                  <li key={index}>
                    {name}: {card === "" ? "not shown" : card}
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

function figuresOf({ votes, deck, at }: ShownResult): string {
  const summary = summarizeVotes(
    votes.map(({ card }) => card),
    deck,
  );
  const time = new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  if (!summary) return `Accepted at ${time}.`;
  const average = summary.average === null ? "" : `Average ${summary.average}, `;
  return `${average}${average === "" ? "Median" : "median"} ${summary.median}, ${spreadText(summary).toLowerCase()}. Accepted at ${time}.`;
}
