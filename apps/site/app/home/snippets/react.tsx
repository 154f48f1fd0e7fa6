import { RoomProvider, WeftProvider, useMyPresence, useOthers } from "@weft/react";
import { Cursor } from "./cursor.tsx";

export function App() {
  return (
    <WeftProvider baseUrl="https://weft.example.com" publicApiKey="pk_…">
      <RoomProvider id="drawing-board" initialPresence={{ cursor: null }}>
        <Board />
      </RoomProvider>
    </WeftProvider>
  );
}

function Board() {
  const others = useOthers();
  const [, setPresence] = useMyPresence();
  return (
    <main onPointerMove={({ clientX: x, clientY: y }) => setPresence({ cursor: [x, y] })}>
      {others.map(({ connectionId, presence }) => (
        <Cursor key={connectionId} position={presence["cursor"]} />
      ))}
    </main>
  );
}
