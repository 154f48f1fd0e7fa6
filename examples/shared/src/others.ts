import { shallow, useOthersMapped } from "@liveblocks/react";
import { readVisitor } from "./visitor.ts";
import type { Visitor } from "./visitor.ts";

/** Everyone else in the room. */
export function useOtherVisitors(): readonly { readonly id: number; readonly visitor: Visitor }[] {
  return useOthersMapped(
    ({ presence }) => readVisitor((presence as Readonly<Record<string, unknown>>)["visitor"]),
    shallow,
  ).map(([id, visitor]) => ({
    id,
    visitor,
  }));
}
