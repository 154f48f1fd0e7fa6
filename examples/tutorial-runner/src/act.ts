import { find } from "./find.ts";
import type { Act } from "./messages.ts";

/** Acts like a user; returns false if the element does not exist. */
export function perform(act: Act): boolean {
  switch (act.kind) {
    case "click":
      return on(find(act.on)[0], (element) => element.click());
    case "type":
      return on(find(act.into)[0], (element) => type(element, act.text));
    case "point":
      return on(find(act.at)[0], (element) => {
        const { left, top } = element.getBoundingClientRect();
        const place = { bubbles: true, clientX: left + act.x, clientY: top + act.y };
        element.dispatchEvent(new PointerEvent("pointermove", place));
        element.dispatchEvent(new MouseEvent("mousemove", place));
      });
    case "leave":
      return on(find(act.from)[0], (element) => {
        element.dispatchEvent(new PointerEvent("pointerout", { bubbles: true, relatedTarget: null }));
        element.dispatchEvent(new MouseEvent("mouseout", { bubbles: true, relatedTarget: null }));
      });
    case "submit":
      return on(find(act.form)[0]?.closest("form"), (form) => form.requestSubmit());
  }
}

function on<E extends HTMLElement>(element: E | null | undefined, action: (element: E) => void): boolean {
  if (!element) return false;
  action(element);
  return true;
}

/**
 * Types as a keyboard would. React overrides the setter of `value`, so it notices only values set through the
 * prototype's.
 */
function type(element: HTMLElement, text: string): void {
  const { prototype } = element instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(element, text);
  element.dispatchEvent(new Event("input", { bubbles: true }));
}
