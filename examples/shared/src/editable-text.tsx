interface EditableTextProps {
  readonly value: string;
  readonly label: string;
  readonly longest: number;
  readonly className?: string;
  readonly placeholder?: string;
  /** Whether it can be cleared. */
  readonly mayBeEmpty?: boolean;
  readonly onSave: (value: string) => void;
  readonly onFocus?: () => void;
  readonly onBlur?: () => void;
}

/** A line of text to edit in place: one undo step, saved with Enter and when the field is left. Escape restores it. */
export function EditableText(props: EditableTextProps) {
  const { value, label, longest, className, placeholder, mayBeEmpty = false, onSave, onFocus, onBlur } = props;
  return (
    <input
      // A text that someone else has changed takes the place of the old one.
      key={value}
      className={className}
      type="text"
      defaultValue={value}
      maxLength={longest}
      aria-label={label}
      placeholder={placeholder}
      autoComplete="off"
      onFocus={onFocus}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Escape") event.currentTarget.value = value;
        if (event.key === "Enter" || event.key === "Escape") event.currentTarget.blur();
      }}
      onBlur={(event) => {
        onBlur?.();
        const wanted = event.currentTarget.value.trim();
        if (wanted === "" && !mayBeEmpty) event.currentTarget.value = value;
        else if (wanted !== value) onSave(wanted);
      }}
    />
  );
}
