import { shallow, useOthersMapped } from "@weft/react";
import { readVisitor } from "@weft/example-shared";
import type { Visitor } from "@weft/example-shared";

/** Which shapes others have selected, by shape id. */
export function useSelections(): ReadonlyMap<string, Visitor> {
  const others = useOthersMapped(({ presence }) => ({ ...presence, cursor: null }), shallow);
  return new Map(
    others.flatMap(([, { visitor, selected }]) =>
      typeof selected === "string" ? [[selected, readVisitor(visitor)] as const] : [],
    ),
  );
}
