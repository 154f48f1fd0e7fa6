/**
 * The normalized path of a destination on this site; undefined for anything that a browser could read as another
 * origin.
 */
export function ownPath(asked: string, origin: string): string | undefined {
  const url = asked.startsWith("/") ? URL.parse(asked, origin) : null;
  // Resolving dots may leave two slashes at the beginning, which alone would mean another host.
  if (url === null || url.origin !== origin || url.pathname.startsWith("//")) return undefined;
  return url.pathname + url.search + url.hash;
}
