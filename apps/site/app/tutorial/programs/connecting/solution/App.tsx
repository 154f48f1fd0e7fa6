import { LiveblocksProvider } from "@liveblocks/react/suspense";
import { baseUrl, publicKey } from "./playground";
import { Ready } from "./Ready";
import "./styles.css";

export default function App() {
  return (
    <LiveblocksProvider baseUrl={baseUrl} publicApiKey={publicKey}>
      <main>
        <h1>Together</h1>
        <Ready />
      </main>
    </LiveblocksProvider>
  );
}
