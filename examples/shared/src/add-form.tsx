interface AddFormProps {
  readonly label: string;
  readonly longest: number;
  readonly button: string;
  readonly placeholder?: string;
  readonly onAdd: (text: string) => void;
}

/** A field and a button that add a text to a list; the field stays focused for the next one. */
export function AddForm({ label, longest, button, placeholder, onAdd }: AddFormProps) {
  return (
    <form
      className="add-form"
      onSubmit={(event) => {
        event.preventDefault();
        const field = event.currentTarget.elements.namedItem("text") as HTMLInputElement;
        const text = field.value.trim();
        if (text !== "") onAdd(text);
        field.value = "";
        field.focus();
      }}
    >
      <input
        name="text"
        type="text"
        maxLength={longest}
        placeholder={placeholder}
        aria-label={label}
        autoComplete="off"
        enterKeyHint="done"
      />
      <button type="submit" className="button">
        {button}
      </button>
    </form>
  );
}
