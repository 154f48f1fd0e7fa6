import { useSelf } from "@weft/react/suspense";

export function Room() {
  const self = useSelf();
  // 1. Ask for the others.
  return (
    <main>
      <h1>The room</h1>
      {/* 2. Say how many others are here. */}
      <ul>
        <li>You, connection {self.connectionId}</li>
        {/* 3. A line for each of them. */}
      </ul>
    </main>
  );
}
