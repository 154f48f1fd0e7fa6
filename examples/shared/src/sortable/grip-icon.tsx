/** Six dots: what can be dragged. */
export function GripIcon() {
  return (
    <svg width="12" height="18" viewBox="0 0 12 18" fill="currentColor" aria-hidden="true">
      <path d="M3 1.4a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.200Zm6 0a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.200Zm-6 6a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.200Zm6 0a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.200Zm-6 6a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.200Zm6 0a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.200Z" />
    </svg>
  );
}
