const query = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether the visitor asked their system for less motion. Read at the moment of moving, as it may change. */
export function prefersReducedMotion(): boolean {
  return query.matches;
}
