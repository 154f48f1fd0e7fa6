import { useClient } from "@weft/react/suspense";

// Only below a provider is there a client to use.
export function Ready() {
  const client = useClient();
  return <p>The client is {client ? "ready" : "missing"}.</p>;
}
