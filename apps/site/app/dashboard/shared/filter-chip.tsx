import { X } from "lucide-react";
import { useState } from "react";
import { Input } from "../../ui/input.tsx";

export interface FilterChipProps {
  label: string;
  value: string;
  /** What the value is said to be, where it is not a text of its own. */
  shown?: string;
  placeholder?: string | undefined;
  /** A chip that is being added has a field for its value. */
  editing: boolean;
  onEdit?: (() => void) | undefined;
  /** With an empty text, the filter is removed. */
  onChange: (value: string) => void;
}

/** A filter that applies. Its value is changed in place, and a cross removes it. */
export function FilterChip({ label, value, shown = value, placeholder, editing, onEdit, onChange }: FilterChipProps) {
  const [text, setText] = useState(value);
  if (editing)
    return (
      <form
        className="flex h-8 items-center gap-1.5 rounded-md border border-accent-line bg-raised pl-2.5 text-sm"
        onSubmit={(event) => {
          event.preventDefault();
          onChange(text.trim());
        }}
      >
        <label className="flex items-center gap-1.5">
          <span className="text-muted">{label}</span>
          <Input
            autoFocus
            value={text}
            placeholder={placeholder}
            spellCheck={false}
            autoComplete="off"
            className="h-6! w-44 font-mono text-xs"
            onChange={(event) => setText(event.target.value)}
            onBlur={() => onChange(text.trim())}
            onKeyDown={(event) => {
              if (event.key === "Escape") onChange(value);
            }}
          />
        </label>
        <Remove label={label} onRemove={() => onChange("")} />
      </form>
    );
  const content = (
    <>
      <span className="text-muted">{label}</span>
      {shown !== "" && <span className="truncate font-mono text-xs">{shown}</span>}
    </>
  );
  const contentClass = "flex min-w-0 items-center gap-1.5";
  return (
    <span className="flex h-8 max-w-full items-center gap-1 rounded-md border border-line-strong bg-sunken pl-2.5 text-sm">
      {onEdit === undefined ? (
        <span className={contentClass}>{content}</span>
      ) : (
        <button type="button" className={contentClass} aria-label={`Edit filter: ${label} ${shown}`} onClick={onEdit}>
          {content}
        </button>
      )}
      <Remove label={label} onRemove={() => onChange("")} />
    </span>
  );
}

function Remove({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      className="grid size-8 shrink-0 place-items-center rounded-md text-faint hover:text-ink"
      aria-label={`Remove filter: ${label}`}
      title={`Remove filter: ${label}`}
      // Before the field loses focus, which would apply its text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onRemove}
    >
      <X className="size-3.5" aria-hidden />
    </button>
  );
}
