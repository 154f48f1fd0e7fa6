import { shallow, useOthersMapped } from "@weft/react";
import { readVisitor } from "@weft/example-shared";
import type { Visitor } from "@weft/example-shared";

/** Who else is moving which card, by card id. */
export function useMovers(): ReadonlyMap<string, Visitor> {
  const others = useOthersMapped(({ presence }) => presence, shallow);
  return new Map(
    others.flatMap(([, { visitor, moving }]) =>
      typeof moving === "string" ? [[moving, readVisitor(visitor)] as const] : [],
    ),
  );
}
