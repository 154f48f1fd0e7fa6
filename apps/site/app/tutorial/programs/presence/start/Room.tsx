import { useOthers } from "@weft/react/suspense";
import { myName } from "./playground";

export function Room() {
  const others = useOthers();
  return (
    <main>
      <h1>The room</h1>
      <ul>
        <li>{myName} (you)</li>
        {others.map(({ connectionId }) => (
          // 3. Show the name of each.
          <li key={connectionId}>Connection {connectionId}</li>
        ))}
      </ul>
    </main>
  );
}
