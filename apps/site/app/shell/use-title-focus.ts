import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * After a step to another page focus goes to its heading, so that the keyboard goes on from there and the page is read
 * out. A step that keeps the path (a filter, a tab) keeps the focus.
 */
export function useTitleFocus(): void {
  const { pathname, hash } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (hash !== "") return;
    // The page may still be drawing; what it focuses itself (a form's first field) is left alone.
    const frame = requestAnimationFrame(() => {
      const heading = document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main");
      const focused = document.activeElement;
      if (!heading || (focused && focused !== document.body && focused.closest("main, [role='dialog']"))) return;
      if (!heading.hasAttribute("tabindex")) heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname, hash]);
}
