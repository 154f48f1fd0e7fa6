import { shallow, useOthersMapped } from "@liveblocks/react";
import { dyeColour, readVisitor } from "@weft/example-shared";
import type { RefObject } from "react";
import { CursorMark } from "./cursor-mark.tsx";
import type { Loom } from "./loom.ts";
import { readCursor } from "./read-cursor.ts";
import type { Size } from "./use-size.ts";

interface CursorsProps {
  readonly size: Size;
  readonly loom: RefObject<Loom | null>;
}

/** Everybody else's cursor. Each one glides, and leads its thread through the loom. */
export function Cursors({ size, loom }: CursorsProps) {
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
          if (at) loom.current?.lead(id, dyeColour(visitor), at);
          else loom.current?.cut(id);
        }}
      />
    );
  });
}
