import { limits } from "@weft/protocol";

/**
 * Whether a token may carry this pattern: an exact room id, a prefix with one trailing `*`, or `*` alone. There is no
 * other wildcard, and no regular expression, so a pattern can never admit more than it shows.
 */
export function isRoomPattern(pattern: string): boolean {
  const star = pattern.indexOf("*");
  const prefix = star === -1 ? pattern : pattern.slice(0, star);
  if (star !== -1 && star !== pattern.length - 1) return false;
  return prefix.length <= limits.roomIdLength && pattern.length > 0;
}

/** Whether a pattern of an access token names this room. A `*` anywhere but at the end matches nothing. */
export function matches(pattern: string, roomId: string): boolean {
  const star = pattern.indexOf("*");
  if (star === -1) return pattern === roomId;
  return star === pattern.length - 1 && roomId.startsWith(pattern.slice(0, star));
}
