/** A path without the slash at its end, which an address may have and a page's own has not. */
export function plainPath(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/u, "") : path;
}
