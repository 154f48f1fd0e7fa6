import { useOthers } from "@weft/react/suspense";
import { myName } from "./playground";

export function Room() {
  const others = useOthers();
  return (
    <main>
      <h1>The room</h1>
      {/* 1. An input that changes your note. */}
      <ul>
        <li>{myName} (you)</li>
        {others.map(({ connectionId, presence }) => (
          // 2. Show the note of each.
          <li key={connectionId}>{presence.name}</li>
        ))}
      </ul>
    </main>
  );
}
