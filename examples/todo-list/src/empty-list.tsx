import { Invite } from "@weft/example-shared";

const samples = [
  "Open this page in a second window",
  "Tick me off there, and watch it happen here",
  "Stop the server, keep editing, start it again",
];

/** The empty list teaches what the list can do. */
export function EmptyList({ onAddSamples }: { readonly onAddSamples: (texts: readonly string[]) => void }) {
  return (
    <section className="empty">
      <svg className="empty-weave" width="96" height="64" viewBox="0 0 96 64" fill="none" aria-hidden="true">
        <g stroke="var(--line-strong)" strokeWidth="2" strokeLinecap="round">
          <path d="M16 4v56M32 4v23M32 37v23M48 4v56M64 4v23M64 37v23M80 4v56" opacity=".55" />
        </g>
        <path d="M4 32h8M20 32h24M52 32h24M84 32h8" stroke="var(--accent)" strokeWidth="4" strokeLinecap="round" />
      </svg>
      <h2>A list for everybody here</h2>
      <p>
        Whoever opens this link sees and edits the same tasks, at the same time, and keeps editing when the connection
        drops.
      </p>
      <div className="empty-actions">
        <button type="button" className="button" data-kind="primary" onClick={() => onAddSamples(samples)}>
          Add three tasks to try
        </button>
        <Invite quiet />
      </div>
    </section>
  );
}
