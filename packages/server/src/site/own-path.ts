/**
 * A path of this site, spelled out, from what somebody says they were going to; undefined for anything that a browser
 * could read as another origin.
 */
export function ownPath(asked: string, origin: string): string | undefined {
  const url = asked.startsWith("/") ? URL.parse(asked, origin) : null;
  return url === null || url.origin !== origin ? undefined : url.pathname + url.search + url.hash;
}
