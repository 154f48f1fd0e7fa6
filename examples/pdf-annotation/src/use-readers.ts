import { shallow, useOthersMapped, useUpdateMyPresence } from "@weft/react";
import { useEffect, useState } from "react";
import type { RefObject } from "react";

/** Another user, and the page on their screen. */
export interface Reader {
  readonly connectionId: number;
  readonly name: string;
  readonly color: string;
  readonly page: number;
}

export function useReaders(): readonly Reader[] {
  const others = useOthersMapped(({ info, presence }) => ({ info, page: presence.page }), shallow);
  return others.map(([connectionId, { info, page }]) => ({
    connectionId,
    name: info.name,
    color: info.color,
    page: typeof page === "number" ? page : 1,
  }));
}

/** The page that crosses the middle of the window. Presence has it, too. */
export function usePageOnScreen(pages: RefObject<HTMLElement | null>, pageCount: number): number {
  const updatePresence = useUpdateMyPresence();
  const [current, setCurrent] = useState(1);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const entered = entries.find(({ isIntersecting }) => isIntersecting)?.target;
        if (!(entered instanceof HTMLElement)) return;
        const page = Number(entered.dataset["page"]);
        setCurrent(page);
        updatePresence({ page });
      },
      { rootMargin: "-45% 0px -45% 0px" },
    );
    for (const element of pages.current?.querySelectorAll("[data-page]") ?? []) observer.observe(element);
    return () => observer.disconnect();
  }, [pages, pageCount, updatePresence]);
  return current;
}
