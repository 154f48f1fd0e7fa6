const focusable =
  'a[href], button, input, select, textarea, [tabindex], [contenteditable="true"], [contenteditable=""], summary';

/** Elements that Tab reaches, in their order. */
export function tabbableIn(container: HTMLElement): HTMLElement[] {
  return [...container.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) =>
      !element.matches(":disabled") && element.tabIndex >= 0 && element.closest("[hidden], [inert]") === null,
  );
}

/** Keeps Tab inside of an element: after the last element comes the first. */
export function loopTab(
  event: { readonly key: string; readonly shiftKey: boolean; readonly target: unknown; preventDefault(): void },
  container: HTMLElement,
): void {
  if (event.key !== "Tab" || !(event.target instanceof Node) || !container.contains(event.target)) return;
  const elements = tabbableIn(container);
  const [first, last] = [elements[0] ?? container, elements.at(-1) ?? container];
  const isAtEdge = event.shiftKey
    ? event.target === first || event.target === container
    : event.target === last || elements.length === 0;
  if (!isAtEdge) return;
  event.preventDefault();
  (event.shiftKey ? last : first).focus();
}
