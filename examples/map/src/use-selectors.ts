import { shallow, useOthersMapped } from "@weft/react";
import { readVisitor } from "@weft/example-shared";
import type { Visitor } from "@weft/example-shared";

/** Who else has selected which pin, by pin id. */
export function useSelectors(): ReadonlyMap<string, Visitor> {
  const others = useOthersMapped(({ presence }) => presence, shallow);
  return new Map(
    others.flatMap(([, { visitor, pin }]) => (typeof pin === "string" ? [[pin, readVisitor(visitor)] as const] : [])),
  );
}
