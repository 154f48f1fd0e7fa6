/**
 * A path of this site, spelled out, from what somebody says they were going to; undefined for anything that a browser
 * could read as another origin.
 */
export function ownPath(asked: string, origin: string): string | undefined {
  const url = asked.startsWith("/") ? URL.parse(asked, origin) : null;
  // Dots that are resolved may leave two slashes at its beginning, which by themselves mean another host.
  if (url === null || url.origin !== origin || url.pathname.startsWith("//")) return undefined;
  return url.pathname + url.search + url.hash;
}
