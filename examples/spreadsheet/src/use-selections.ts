import { shallow, useOthersMapped } from "@weft/react";
import { dyeColour, readVisitor } from "@weft/example-shared";

/** Which cell each of the others has selected, by the cell’s name. */
export function useSelections(): ReadonlyMap<string, { readonly name: string; readonly color: string }> {
  const others = useOthersMapped(({ presence }) => presence, shallow);
  return new Map(
    others.flatMap(([, { visitor, cell }]) => {
      const known = readVisitor(visitor);
      return typeof cell === "string" ? [[cell, { name: known.name, color: dyeColour(known) }] as const] : [];
    }),
  );
}
