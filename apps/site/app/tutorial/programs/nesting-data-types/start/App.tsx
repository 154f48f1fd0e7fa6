import { LiveObject } from "@weft/client";
import { ClientSideSuspense, WeftProvider, RoomProvider } from "@weft/react/suspense";
import { baseUrl, publicKey, roomId } from "./playground";
import { Room } from "./Room";
import "./styles.css";

const firstTask = () => new LiveObject({ id: "first", text: "Write the agenda" });

export default function App() {
  return (
    <WeftProvider baseUrl={baseUrl} publicApiKey={publicKey}>
      <RoomProvider id={roomId} initialStorage={() => ({ task: firstTask() })}>
        <ClientSideSuspense fallback={<p>Entering the room…</p>}>
          <Room />
        </ClientSideSuspense>
      </RoomProvider>
    </WeftProvider>
  );
}
