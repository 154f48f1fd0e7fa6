import { useEffect, useState } from "react";
import type { PageHeading } from "../mdx/headings.ts";

/** The heading under which the reader is: the last one above the upper third of the window. */
export function useCurrentHeading(headings: readonly PageHeading[]): string | undefined {
  const [current, setCurrent] = useState<string | undefined>(undefined);
  useEffect(() => {
    const look = () => {
      const border = innerHeight / 3;
      const atEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
      const above = headings.filter(({ id }) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && (atEnd ? top < innerHeight : top <= border);
      });
      setCurrent(above.at(-1)?.id);
    };
    look();
    let frame = 0;
    const later = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    addEventListener("scroll", later, { passive: true });
    addEventListener("resize", later, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", later);
      removeEventListener("resize", later);
    };
  }, [headings]);
  return current;
}
