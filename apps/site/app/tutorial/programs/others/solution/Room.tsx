import { useOthers, useSelf } from "@weft/react/suspense";

export function Room() {
  const self = useSelf();
  const others = useOthers();
  return (
    <main>
      <h1>The room</h1>
      <p>Others here: {others.length}</p>
      <ul>
        <li>You, connection {self.connectionId}</li>
        {others.map(({ connectionId }) => (
          <li key={connectionId}>Connection {connectionId}</li>
        ))}
      </ul>
    </main>
  );
}
