import { LiveObject } from "@weft/client";
import { ClientSideSuspense, WeftProvider, RoomProvider } from "@weft/react/suspense";
import { baseUrl, publicKey, roomId } from "./playground";
import { Room } from "./Room";
import "./styles.css";

// 2. What a new room begins with.
const firstTask = () => new LiveObject({ text: "Write the agenda", done: false });

export default function App() {
  return (
    <WeftProvider baseUrl={baseUrl} publicApiKey={publicKey}>
      <RoomProvider id={roomId}>
        <ClientSideSuspense fallback={<p>Entering the room…</p>}>
          <Room />
        </ClientSideSuspense>
      </RoomProvider>
    </WeftProvider>
  );
}
