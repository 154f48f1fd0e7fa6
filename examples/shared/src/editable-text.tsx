import { useDraft } from "./use-draft.ts";

interface EditableTextProps {
  readonly value: string;
  readonly label: string;
  readonly longest: number;
  readonly className?: string;
  readonly placeholder?: string;
  readonly mayBeEmpty?: boolean;
  readonly onSave: (value: string) => void;
}

/** A line of text to edit in place: saved with Enter and when the field is left. Escape restores it. */
export function EditableText(props: EditableTextProps) {
  const { value, label, longest, className = "", placeholder, mayBeEmpty = false, onSave } = props;
  const draft = useDraft(value, onSave, { mayBeEmpty, isOneLine: true });
  return (
    <input
      {...draft}
      className={`editable-text ${className}`}
      type="text"
      maxLength={longest}
      aria-label={label}
      placeholder={placeholder}
      autoComplete="off"
    />
  );
}
