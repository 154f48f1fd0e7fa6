import { shallow, useOthersMapped } from "@weft/react";
import { dyeColour, NamedPointer, readPlace, readVisitor } from "@weft/example-shared";

/** The others’ pointers. A component of its own: it renders with every move, and the board does not. */
export function OtherCursors() {
  const others = useOthersMapped(({ presence }) => presence, shallow);
  return others.map(([id, presence]) => {
    const at = readPlace(presence.cursor);
    const visitor = readVisitor(presence.visitor);
    return (
      at && (
        <NamedPointer
          key={id}
          name={visitor.name}
          color={dyeColour(visitor)}
          at={{ left: `${at.x * 100}%`, top: `${at.y * 100}%` }}
        />
      )
    );
  });
}
