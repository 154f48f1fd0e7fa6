import { Button } from "./button.tsx";

/** There is something, but not for these filters. */
export function FilteredEmptyState({ onClear }: { onClear: () => void }) {
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-14 text-center" role="status">
      <p className="text-sm text-muted">No results for these filters.</p>
      <Button size="sm" onClick={onClear}>
        Clear filters
      </Button>
    </div>
  );
}
