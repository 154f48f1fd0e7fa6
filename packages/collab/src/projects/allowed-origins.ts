/** What stands for `*.` in an origin: one label or more. Browsers send nothing else there. */
const labels = /^[\w-]+(\.[\w-]+)*$/;

/**
 * Whether a page of this origin may use a public key. The list protects people from pages that were not meant to use the
 * key: browsers alone say where a call comes from, so whatever says nothing is no page, and is let in.
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
