import { shallow, useOthersMapped, useUpdateMyPresence } from "@weft/react";
import { readVisitor } from "@weft/example-shared";
import type { Visitor } from "@weft/example-shared";
import { useEffect } from "react";

export interface Reader {
  readonly id: number;
  readonly visitor: Visitor;
  readonly section: string | null;
  readonly away: boolean;
}

/** Everyone else in the room. Shares with them whether this page is visible. */
export function usePeople(): readonly Reader[] {
  const updatePresence = useUpdateMyPresence();
  useEffect(() => {
    const tell = () => updatePresence({ away: document.hidden });
    document.addEventListener("visibilitychange", tell);
    return () => document.removeEventListener("visibilitychange", tell);
  }, [updatePresence]);
  return useOthersMapped(({ presence }) => presence, shallow).map(([id, { visitor, section, away }]) => ({
    id,
    visitor: readVisitor(visitor),
    section: typeof section === "string" ? section : null,
    away,
  }));
}
