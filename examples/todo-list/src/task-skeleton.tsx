/** The shape of what is coming, while Storage loads. */
export function TaskSkeleton() {
  return (
    <div className="skeleton" aria-busy="true" aria-label="Loading the list">
      <span />
      <span />
      <span />
      <span />
    </div>
  );
}
