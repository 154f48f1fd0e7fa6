import { useEffect, useId, useRef } from "react";

/** Layers that are open, those above others at the end: Escape closes the last. */
const open: string[] = [];

/**
 * Closes a layer, such as a menu, with Escape and with a press outside. `onPress` goes on the layer's element: it also receives presses
 * in layers that are opened from within it, which are elsewhere in the document.
 */
export function useDismissal(
  isOpen: boolean,
  close: () => void,
  isOutside: (target: Node) => boolean = () => true,
): { readonly onPointerDownCapture: () => void } {
  const id = useId();
  const isInside = useRef(false);
  const latest = useRef({ close, isOutside });
  useEffect(() => {
    latest.current = { close, isOutside };
  });
  useEffect(() => {
    if (!isOpen) return;
    open.push(id);
    const escape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || open.at(-1) !== id) return;
      event.preventDefault();
      latest.current.close();
    };
    const before = () => {
      isInside.current = false;
    };
    const press = ({ target }: PointerEvent) => {
      if (!isInside.current && target instanceof Node && latest.current.isOutside(target)) latest.current.close();
    };
    document.addEventListener("keydown", escape);
    window.addEventListener("pointerdown", before, true);
    document.addEventListener("pointerdown", press);
    return () => {
      open.splice(open.indexOf(id), 1);
      document.removeEventListener("keydown", escape);
      window.removeEventListener("pointerdown", before, true);
      document.removeEventListener("pointerdown", press);
    };
  }, [isOpen, id]);
  return {
    onPointerDownCapture: () => {
      isInside.current = true;
    },
  };
}
