// One zone for all readers, so that the HTML says what the browser would.
const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** When the page was last changed. */
export function UpdatedAt({ at }: { at: string }) {
  return (
    <p className="text-sm text-faint">
      Last updated on <time dateTime={at}>{format.format(new Date(at))}</time>
    </p>
  );
}
