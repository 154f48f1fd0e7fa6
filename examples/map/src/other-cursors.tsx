import { shallow, useOthersMapped } from "@weft/react";
import { dyeColour, NamedPointer, readVisitor } from "@weft/example-shared";
import { project } from "./projection.ts";
import { readPosition } from "./read-pins.ts";
import { toScreen } from "./viewport.ts";
import type { Viewport } from "./viewport.ts";

/** The others’ pointers at their positions on the Earth: they stay there while this user moves and zooms the map. */
export function OtherCursors({ viewport }: { readonly viewport: Viewport }) {
  const others = useOthersMapped(({ presence }) => presence, shallow);
  return others.map(([id, presence]) => {
    const position = readPosition(presence.cursor);
    if (position === null) return null;
    const { x, y } = toScreen(viewport, project(position));
    const visitor = readVisitor(presence.visitor);
    return <NamedPointer key={id} name={visitor.name} color={dyeColour(visitor)} at={{ left: x, top: y }} />;
  });
}
