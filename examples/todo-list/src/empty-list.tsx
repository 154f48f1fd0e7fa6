import { EmptyCard } from "@weft/example-shared";

const samples = [
  "Open this page in a second window",
  "Tick me off there, and watch it happen here",
  "Stop the server, keep editing, start it again",
];

/** The empty list teaches what the list can do. */
export function EmptyList({ onAddSamples }: { readonly onAddSamples: (texts: readonly string[]) => void }) {
  return (
    <EmptyCard
      title="A shared list"
      text="Everyone with the link edits the same tasks at the same time, and can keep editing when the connection drops."
      action={
        <button type="button" className="button" data-kind="primary" onClick={() => onAddSamples(samples)}>
          Add three tasks to try
        </button>
      }
    />
  );
}
