import { useOthers } from "@weft/react/suspense";
import { myName } from "./playground";

export function Room() {
  const others = useOthers();
  return (
    <main>
      <h1>The room</h1>
      <ul>
        <li>{myName} (you)</li>
        {others.map(({ connectionId, presence }) => (
          <li key={connectionId}>{presence.name}</li>
        ))}
      </ul>
    </main>
  );
}
