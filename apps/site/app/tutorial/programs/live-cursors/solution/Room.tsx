import { useOthers, useUpdateMyPresence } from "@weft/react/suspense";
import { Cursor } from "./Cursor";
import "./stage.css";

export function Room() {
  const updateMyPresence = useUpdateMyPresence();
  const others = useOthers();
  return (
    <main
      className="stage"
      onPointerMove={(event) => updateMyPresence({ cursor: { x: event.clientX, y: event.clientY } })}
      onPointerLeave={() => updateMyPresence({ cursor: null })}
    >
      <h1>Move the pointer here</h1>
      {others.map(({ connectionId, presence: { name, cursor } }) =>
        cursor === null ? null : <Cursor key={connectionId} name={name} x={cursor.x} y={cursor.y} />,
      )}
    </main>
  );
}
