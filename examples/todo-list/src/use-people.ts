import { shallow, useOthersMapped } from "@weft/react";
import { readVisitor } from "@weft/example-shared";
import type { Visitor } from "@weft/example-shared";
import type { Activity } from "./room-types.ts";

export interface Person {
  readonly id: number;
  readonly visitor: Visitor;
  readonly activity: Activity;
}

/** Everyone else in the room, and what they are doing. */
export function usePeople(): readonly Person[] {
  return useOthersMapped(({ presence }) => presence, shallow).map(([id, presence]) => ({
    id,
    visitor: readVisitor(presence.visitor),
    // Another client in a public room may have set no activity, or anything else.
    activity: (presence as Partial<typeof presence>).activity?.kind ? presence.activity : { kind: "none" },
  }));
}
