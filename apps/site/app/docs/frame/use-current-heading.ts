import { useEffect, useState } from "react";
import type { PageHeading } from "../mdx/headings.ts";
import { currentHeading } from "./current-heading.ts";

/** How long after a jump its target is the current heading, whatever the scrolling passes by. */
const quietMs = 150;

/** The heading under which the reader is. */
export function useCurrentHeading(headings: readonly PageHeading[]): string | undefined {
  const [current, setCurrent] = useState<string | undefined>(undefined);
  useEffect(() => {
    let target = targetIn(headings);
    let still: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const tops = headings.flatMap(({ id }) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top === undefined ? [] : [{ id, top }];
      });
      const atEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
      setCurrent(currentHeading(tops, { height: innerHeight, atEnd, target }));
    };
    look();
    let frame = 0;
    const later = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    // Scrolling by the reader ends what a jump has chosen.
    const scrolled = () => {
      target = undefined;
      later();
    };
    const jumped = () => {
      clearTimeout(still);
      target = targetIn(headings);
      still = setTimeout(look, quietMs);
      later();
    };
    addEventListener("scroll", later, { passive: true });
    addEventListener("resize", later, { passive: true });
    addEventListener("hashchange", jumped);
    document.addEventListener("click", jumped);
    for (const kind of ["wheel", "touchmove", "keydown"] as const) addEventListener(kind, scrolled, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(still);
      removeEventListener("scroll", later);
      removeEventListener("resize", later);
      removeEventListener("hashchange", jumped);
      document.removeEventListener("click", jumped);
      for (const kind of ["wheel", "touchmove", "keydown"] as const) removeEventListener(kind, scrolled);
    };
  }, [headings]);
  return current;
}

/** The heading that the address names, if the page lists it. */
function targetIn(headings: readonly PageHeading[]): string | undefined {
  const id = decodeURIComponent(location.hash.slice(1));
  return headings.some((heading) => heading.id === id) ? id : undefined;
}
