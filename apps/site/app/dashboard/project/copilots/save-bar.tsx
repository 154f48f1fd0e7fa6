import { Button } from "../../../ui/button.tsx";
import type { CopilotFields } from "./copilot-fields.ts";
import { fieldLabels } from "./field-labels.ts";

export interface SaveBarProps {
  isNew: boolean;
  /** The fields that differ from what is stored. */
  changed: readonly (keyof CopilotFields)[];
  busy: boolean;
  onDiscard: () => void;
}

/** Saves the form. For a stored copilot it appears once something has changed, and names what. */
export function SaveBar({ isNew, changed, busy, onDiscard }: SaveBarProps) {
  if (isNew)
    return (
      <Button type="submit" variant="primary" className="self-end" busy={busy}>
        Create copilot
      </Button>
    );
  if (changed.length === 0) return null;
  return (
    <div
      role="region"
      aria-label="Unsaved changes"
      className="sticky bottom-4 z-10 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border border-line-strong bg-raised px-4 py-3 shadow-float"
    >
      <p className="min-w-0 text-sm">
        <span className="font-medium">Unsaved changes</span>{" "}
        <span className="text-muted">{changed.map((name) => fieldLabels[name]).join(", ")}</span>
      </p>
      <div className="ml-auto flex gap-2">
        <Button variant="ghost" disabled={busy} onClick={onDiscard}>
          Discard
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          Save
        </Button>
      </div>
    </div>
  );
}
