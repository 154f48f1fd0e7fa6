import { useSelf } from "@weft/react/suspense";

export function Room() {
  const self = useSelf();
  return (
    <main>
      <h1>The room</h1>
      <p>You are connection {self.connectionId}.</p>
    </main>
  );
}
