/**
 * Where to go after a sign-in: what `?next=` asks for if it is an address of this site, else the dashboard. Anything
 * that a browser could read as another origin is not followed.
 */
export function nextPath(search: URLSearchParams, origin: string): string {
  const asked = search.get("next");
  if (asked === null || !asked.startsWith("/")) return "/dashboard";
  const url = URL.parse(asked, origin);
  // Dots that are resolved may leave two slashes at its beginning, which by themselves mean another host.
  if (url === null || url.origin !== origin || /^\/(\/|(sign-in|sign-up|sign-out)(\/|$))/u.test(url.pathname))
    return "/dashboard";
  return url.pathname + url.search + url.hash;
}

/** For whoever asks for a mail: where its link is to lead on to, if anywhere was asked for. */
export function mailedNext(search: URLSearchParams, origin: string): string | undefined {
  return search.has("next") ? nextPath(search, origin) : undefined;
}

/** The address of another sign-in page that leads to the same place. */
export function keepNext(path: string, search: URLSearchParams): string {
  const next = search.get("next");
  return next === null ? path : `${path}?${new URLSearchParams({ next }).toString()}`;
}
