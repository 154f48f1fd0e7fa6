/** What `*.` matches in an origin: one label or more. Browsers send nothing else there. */
const labels = /^[\w-]+(\.[\w-]+)*$/;

/**
 * Whether a page of this origin may use a public key. The list protects people from pages that were not meant to use the
 * key: only browsers send the origin of a call, so a call without one is not from a page, and is admitted.
 *
 * @example
 * admitsOrigin(["https://*.example.com"], "https://shop.example.com"); // true; of https://example.com itself, false
 */
export function admitsOrigin(allowed: readonly string[], origin: string | undefined): boolean {
  if (allowed.length === 0 || origin === undefined) return true;
  const sent = origin.toLowerCase();
  return allowed.some((entry) => {
    const [start = "", end] = entry.split("*", 2);
    if (end === undefined) return entry === sent;
    if (!sent.startsWith(start) || !sent.endsWith(end)) return false;
    return labels.test(sent.slice(start.length, -end.length));
  });
}
