import { RoomProvider, WeftProvider, useMyPresence, useOthers } from "@weft/react";

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
    <main onPointerMove={(event) => setPresence({ cursor: [event.clientX, event.clientY] })}>
      {others.length === 1 ? "1 other person is here." : `${others.length} other people are here.`}
    </main>
  );
}
