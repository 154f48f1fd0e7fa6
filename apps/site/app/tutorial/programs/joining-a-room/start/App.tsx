import { WeftProvider } from "@weft/react/suspense";
import { baseUrl, publicKey } from "./playground";
import "./styles.css";

export default function App() {
  return (
    <WeftProvider baseUrl={baseUrl} publicApiKey={publicKey}>
      {/* 1. Enter the room with a RoomProvider.   2. Show something while <Room /> waits. */}
      <main>
        <p>Outside of any room</p>
      </main>
    </WeftProvider>
  );
}
