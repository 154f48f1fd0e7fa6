import { shallow, useOthersMapped } from "@weft/react";
import { readVisitor } from "@weft/example-shared";
import type { Visitor } from "@weft/example-shared";

/** Who else is in which field, by the field’s name. */
export function useOccupants(): ReadonlyMap<string, Visitor> {
  const others = useOthersMapped(({ presence }) => presence, shallow);
  return new Map(
    others.flatMap(([, { visitor, field }]) =>
      typeof field === "string" ? [[field, readVisitor(visitor)] as const] : [],
    ),
  );
}
