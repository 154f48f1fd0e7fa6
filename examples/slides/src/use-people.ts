import { shallow, useOthersMapped } from "@weft/react";
import { readVisitor } from "@weft/example-shared";
import type { Visitor } from "@weft/example-shared";

export interface Person {
  readonly id: number;
  readonly visitor: Visitor;
  readonly slide: string | null;
  readonly selected: string | null;
  readonly isPresenting: boolean;
  readonly following: number | null;
}

/** Where the others are, and who is presenting. */
export function usePeople(): readonly Person[] {
  return useOthersMapped(({ presence }) => presence, shallow).map(([id, presence]) => ({
    id,
    visitor: readVisitor(presence.visitor),
    slide: typeof presence.slide === "string" ? presence.slide : null,
    selected: typeof presence.selected === "string" ? presence.selected : null,
    isPresenting: presence.isPresenting,
    following: typeof presence.following === "number" ? presence.following : null,
  }));
}
