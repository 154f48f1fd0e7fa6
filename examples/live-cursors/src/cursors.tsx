import { shallow, useOthersMapped } from "@weft/react";
import { dyeColour, readVisitor } from "@weft/example-shared";
import type { Size } from "@weft/example-shared";
import type { RefObject } from "react";
import { CursorMark } from "./cursor-mark.tsx";
import type { Trails } from "./trails.ts";
import { readCursor } from "./read-cursor.ts";

interface CursorsProps {
  readonly size: Size;
  readonly trails: RefObject<Trails | null>;
}

/** The cursors of the other users. Each one glides and draws its trail. */
export function Cursors({ size, trails }: CursorsProps) {
  const others = useOthersMapped(({ presence }) => presence, shallow);
  return others.map(([id, presence]) => {
    const visitor = readVisitor(presence.visitor);
    return (
      <CursorMark
        key={id}
        visitor={visitor}
        label={visitor.name}
        cursor={readCursor(presence.cursor)}
        size={size}
        onMove={(at) => {
          if (at) trails.current?.lead(id, dyeColour(visitor), at);
          else trails.current?.cut(id);
        }}
      />
    );
  });
}
