/** An arrow that turns back: undo; mirrored, redo. */
export function HistoryIcon({ mirrored = false }: { readonly mirrored?: boolean }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path
        d="M7 4 3.5 7.5 7 11M4 7.5h8a4.5 4.5 0 0 1 0 9H8.5"
        transform={mirrored ? "matrix(-1 0 0 1 20 0)" : undefined}
      />
    </svg>
  );
}
