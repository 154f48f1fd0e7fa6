import { EmptyCard } from "@weft/example-shared";

const samples = [
  "Open this page in a second window",
  "Complete this task in that window",
  "Stop the server, keep editing, and start it again",
];

/** The empty list teaches what the list can do. */
export function EmptyList({ onAddSamples }: { readonly onAddSamples: (texts: readonly string[]) => void }) {
  return (
    <EmptyCard
      title="A shared list"
      text="Everyone with the link can edit these tasks at the same time and keep editing offline."
      action={
        <button type="button" className="button" data-kind="primary" onClick={() => onAddSamples(samples)}>
          Add three sample tasks
        </button>
      }
    />
  );
}
