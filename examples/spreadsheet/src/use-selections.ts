import { shallow, useOthersMapped } from "@weft/react";
import { readVisitor } from "@weft/example-shared";
import type { Visitor } from "@weft/example-shared";

/** Which cell each of the others has selected, by the cell’s name. */
export function useSelections(): ReadonlyMap<string, Visitor> {
  const others = useOthersMapped(({ presence }) => presence, shallow);
  return new Map(
    others.flatMap(([, { visitor, cell }]) =>
      typeof cell === "string" ? [[cell, readVisitor(visitor)] as const] : [],
    ),
  );
}
