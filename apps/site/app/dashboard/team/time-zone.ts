/** What is wrong with an entered time zone; undefined if it is valid. */
export function timeZoneFault(name: string): string | undefined {
  try {
    if (/^[A-Za-z]/u.test(name) && new Intl.DateTimeFormat("en", { timeZone: name })) return undefined;
  } catch {
    // The time zone is unknown.
  }
  return "Choose a time zone from the list, such as Europe/Berlin";
}

/**
 * The dates of a period in a time zone. Its end is the start of the next period: if that is midnight, the previous day
 * is the last one.
 */
export function spellSpan(start: string, end: string, timeZone: string): string {
  const from = new Date(start);
  const to = new Date(end);
  const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone });
  const whole = [from, to].every((at) => clock.format(at) === "00:00");
  const format = new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    ...(!whole && { hour: "2-digit", minute: "2-digit" }),
    timeZone,
  });
  const last = whole ? new Date(to.getTime() - 1) : to;
  return `${format.format(from)} to ${format.format(last)}, ${timeZone === "UTC" ? "in UTC" : `in ${timeZone.replaceAll("_", " ")} time`}`;
}
