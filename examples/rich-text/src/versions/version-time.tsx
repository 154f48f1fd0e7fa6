const time = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "long" });

/** When a version was saved, as the visitor's own clock and calendar have it. */
export function VersionTime({ at }: { readonly at: Date }) {
  return (
    <time className="version-time" dateTime={at.toISOString()}>
      <strong>{time.format(at)}</strong>
      <span>{at.toDateString() === new Date().toDateString() ? "Today" : day.format(at)}</span>
    </time>
  );
}
