/** Whether a key press belongs to a text field rather than to the page's shortcuts. */
export function isTyping(event: KeyboardEvent): boolean {
  const { target } = event;
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}
