import { useMyPresence, useOthers } from "@weft/react/suspense";
import { myName } from "./playground";

export function Room() {
  const [{ note }, updateMyPresence] = useMyPresence();
  const others = useOthers();
  return (
    <main>
      <h1>The room</h1>
      <input
        aria-label="Your note"
        placeholder="What are you doing?"
        value={note}
        onChange={(event) => updateMyPresence({ note: event.target.value })}
      />
      <ul>
        <li>{myName} (you)</li>
        {others.map(({ connectionId, presence }) => (
          <li key={connectionId}>
            <strong>{presence.name}</strong> {presence.note}
          </li>
        ))}
      </ul>
    </main>
  );
}
