import { shallow, useOthersMapped } from "@weft/react";
import { NamedPointer } from "@weft/example-shared";
import { ViewportPortal } from "@xyflow/react";
import { fieldsOf } from "./read-chart.ts";

/** The others’ pointers, which move and zoom with the chart. */
export function OtherCursors() {
  const others = useOthersMapped(
    ({ presence, info }) => ({ cursor: presence.cursor, name: info?.name, color: info?.color }),
    shallow,
  );
  return (
    <ViewportPortal>
      {others.map(([id, { cursor, name, color }]) => {
        const { x, y } = fieldsOf(cursor);
        if (typeof x !== "number" || typeof y !== "number" || !Number.isFinite(x + y)) return null;
        return <NamedPointer key={id} name={name} color={color} at={{ left: x, top: y }} />;
      })}
    </ViewportPortal>
  );
}
