/** What a page asks of programs that read it. */

/** The name by which sites can address this program. */
export const robotName = "Weft";

/** What it asks of robots: in the header `X-Robots-Tag`, and in its tags. */
export interface RobotsDirectives {
  readonly noIndex: boolean;
  readonly noFollow: boolean;
}

/** Directives with a value after a colon. Any other name before a colon is that of a robot. */
const withValues: ReadonlySet<string> = new Set([
  "unavailable_after",
  "max-snippet",
  "max-image-preview",
  "max-video-preview",
]);
const longest = 16_384;

/**
 * Reads directives separated by commas. One with the name of a robot before it, and those that follow in the same line,
 * count for that robot alone: for this one by its name, and for all by `*`.
 */
export function robotsDirectives(text: string, robot: string): RobotsDirectives {
  let [noIndex, noFollow] = [false, false];
  for (const line of text.slice(0, longest).toLowerCase().split("\n")) {
    let isForUs = true;
    for (const piece of line.split(",")) {
      let directive = piece.trim();
      const colon = directive.indexOf(":");
      const name = colon === -1 ? "" : directive.slice(0, colon).trim();
      if (name !== "" && !withValues.has(name)) {
        isForUs = name === "*" || name === robot.toLowerCase();
        directive = directive.slice(colon + 1).trim();
      }
      if (!isForUs) continue;
      noIndex ||= directive === "noindex" || directive === "none";
      noFollow ||= directive === "nofollow" || directive === "none";
    }
  }
  return { noIndex, noFollow };
}

/** A refresh that is farther away is for readers who wait: it shows the same page anew. */
const longestWait = 10;

/** The address in the header `Refresh`, or in the tag of that name: `0; url=/next`. */
export function addressOfRefresh(text: string): string | undefined {
  const found = /^\s{0,9}(\d{1,9})(?:\.\d{0,9})?\s{0,9}[;,]?\s{0,9}(?:url\s{0,9}=\s{0,9})?(.*)$/is.exec(
    text.slice(0, 8_192),
  );
  if (found === null || Number(found[1]) > longestWait) return undefined;
  const quote = /^["']/.exec(found[2]!)?.[0];
  const address = quote === undefined ? found[2]! : found[2]!.slice(1).split(quote, 1)[0]!;
  return address.trim() || undefined;
}
