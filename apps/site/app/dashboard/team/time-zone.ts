/** What is wrong with a typed time zone; undefined when nothing is. */
export function timeZoneFault(name: string): string | undefined {
  try {
    if (/^[A-Za-z]/u.test(name) && new Intl.DateTimeFormat("en", { timeZone: name })) return undefined;
  } catch {
    // It is one that nobody knows.
  }
  return "Choose a time zone from the list, such as Europe/Berlin";
}

/**
 * When a period is, in a time zone. Its end is the beginning of the next one: where it falls on a midnight, the day
 * before is the last of it.
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
