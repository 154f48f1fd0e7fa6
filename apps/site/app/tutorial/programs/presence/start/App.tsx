import { ClientSideSuspense, LiveblocksProvider, RoomProvider } from "@liveblocks/react/suspense";
import { baseUrl, publicKey, roomId } from "./playground";
import { Room } from "./Room";
import "./styles.css";

export default function App() {
  return (
    <LiveblocksProvider baseUrl={baseUrl} publicApiKey={publicKey}>
      {/* 2. Come in with a first presence. */}
      <RoomProvider id={roomId}>
        <ClientSideSuspense fallback={<p>Entering the room…</p>}>
          <Room />
        </ClientSideSuspense>
      </RoomProvider>
    </LiveblocksProvider>
  );
}
