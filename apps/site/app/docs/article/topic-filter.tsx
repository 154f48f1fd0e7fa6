/** Buttons that leave one topic of the guides. */
export function TopicFilter({ topics }: { topics: readonly string[] }) {
  return (
    <div className="topic-filter needs-script" role="group" aria-label="Topic">
      {["", ...topics].map((topic) => (
        <button key={topic} type="button" data-topic-choice={topic} aria-pressed={topic === ""}>
          {topic === "" ? "All" : topic}
        </button>
      ))}
    </div>
  );
}
