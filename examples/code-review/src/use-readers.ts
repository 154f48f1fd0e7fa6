import { shallow, useOthersMapped, useUpdateMyPresence } from "@weft/react";
import { useEffect } from "react";
import type { RefObject } from "react";
import { change } from "./change.ts";
import { readPlace } from "./lines.ts";
import type { Place } from "./lines.ts";

/** Another user in the room. */
export interface Reader {
  readonly connectionId: number;
  readonly userId: string;
  readonly name: string;
  readonly color: string;
  /** The path of the file on their screen. */
  readonly file: string | null;
  readonly lines: Place | null;
}

export function useReaders(): readonly Reader[] {
  const others = useOthersMapped(
    ({ id, info, presence }) => ({ id, info, file: presence.file, lines: presence.lines }),
    shallow,
  );
  return others.map(([connectionId, { id, info, file, lines }]) => ({
    connectionId,
    userId: id,
    name: info.name,
    color: info.color,
    file: typeof file === "string" ? file : null,
    lines: readPlace(lines, change.files),
  }));
}

/** Presence: the file that crosses the upper part of the window. */
export function useFileOnScreen(files: RefObject<HTMLElement | null>): void {
  const updatePresence = useUpdateMyPresence();
  useEffect(() => {
    const inView = new Set<Element>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inView.add(target);
          else inView.delete(target);
        }
        const first = [...(files.current?.children ?? [])].find((element) => inView.has(element));
        updatePresence({ file: first instanceof HTMLElement ? (first.dataset["path"] ?? null) : null });
      },
      { rootMargin: "-25% 0px -60% 0px" },
    );
    for (const element of files.current?.querySelectorAll("[data-path]") ?? []) observer.observe(element);
    return () => observer.disconnect();
  }, [files, updatePresence]);
}
