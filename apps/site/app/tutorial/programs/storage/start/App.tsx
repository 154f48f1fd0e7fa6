import { LiveObject } from "@liveblocks/client";
import { ClientSideSuspense, LiveblocksProvider, RoomProvider } from "@liveblocks/react/suspense";
import { baseUrl, publicKey, roomId } from "./playground";
import { Room } from "./Room";
import "./styles.css";

// 2. What a new room begins with.
const firstTask = () => new LiveObject({ text: "Write the agenda", done: false });

export default function App() {
  return (
    <LiveblocksProvider baseUrl={baseUrl} publicApiKey={publicKey}>
      <RoomProvider id={roomId}>
        <ClientSideSuspense fallback={<p>Entering the room…</p>}>
          <Room />
        </ClientSideSuspense>
      </RoomProvider>
    </LiveblocksProvider>
  );
}
