const query = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether the visitor's system is set to reduced motion. Read for each movement, since it may change. */
export function prefersReducedMotion(): boolean {
  return query.matches;
}
