import { WeftProvider } from "@weft/react/suspense";
import { baseUrl, publicKey } from "./playground";
import { Ready } from "./Ready";
import "./styles.css";

export default function App() {
  return (
    <WeftProvider baseUrl={baseUrl} publicApiKey={publicKey}>
      <main>
        <h1>Together</h1>
        <Ready />
      </main>
    </WeftProvider>
  );
}
