import { ClientSideSuspense, WeftProvider, RoomProvider } from "@weft/react/suspense";
import { baseUrl, myName, publicKey, roomId } from "./playground";
import { Room } from "./Room";
import "./styles.css";

export default function App() {
  return (
    <WeftProvider baseUrl={baseUrl} publicApiKey={publicKey} throttle={16}>
      <RoomProvider id={roomId} initialPresence={{ name: myName, cursor: null }}>
        <ClientSideSuspense fallback={<p>Entering the room…</p>}>
          <Room />
        </ClientSideSuspense>
      </RoomProvider>
    </WeftProvider>
  );
}
