/**
 * The path to open after a sign-in: `?next=` if it is an address of this site, otherwise the dashboard. Anything that a
 * browser could read as another origin is ignored.
 */
export function nextPath(search: URLSearchParams, origin: string): string {
  const asked = search.get("next");
  if (asked === null || !asked.startsWith("/")) return "/dashboard";
  const url = URL.parse(asked, origin);
  // Resolved dots may leave two slashes at the start, which mean another host.
  if (url === null || url.origin !== origin || /^\/(\/|(sign-in|sign-up|sign-out)(\/|$))/u.test(url.pathname))
    return "/dashboard";
  return url.pathname + url.search + url.hash;
}

/** The path that the link in an email continues to, if the page has `?next=`. */
export function mailedNext(search: URLSearchParams, origin: string): string | undefined {
  return search.has("next") ? nextPath(search, origin) : undefined;
}

/** The address of another sign-in page that leads to the same place. */
export function keepNext(path: string, search: URLSearchParams): string {
  const next = search.get("next");
  return next === null ? path : `${path}?${new URLSearchParams({ next }).toString()}`;
}
