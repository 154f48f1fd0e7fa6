/** Deletes the thing that `label` names. */
export function DeleteButton({ label, onDelete }: { readonly label: string; readonly onDelete: () => void }) {
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} onClick={onDelete}>
      <svg
        width="16"
        height="16"
        viewBox="0 0 18 18"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d="m5 5 8 8M13 5l-8 8" />
      </svg>
    </button>
  );
}
