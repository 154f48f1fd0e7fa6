import { useBroadcastEvent, useEventListener, useOthers } from "@weft/react/suspense";
import { useState } from "react";
import { myName } from "./playground";
import { Toast } from "./Toast";

export function Room() {
  const others = useOthers();
  const broadcast = useBroadcastEvent();
  const [toast, setToast] = useState<string | null>(null);
  useEventListener(({ event }) => {
    if (event.type === "wave") setToast(`${event.from} waves`);
  });
  return (
    <main>
      <h1>Others here: {others.length}</h1>
      <button type="button" onClick={() => broadcast({ type: "wave", from: myName })}>
        Wave
      </button>
      {toast !== null && <Toast text={toast} onEnd={() => setToast(null)} />}
    </main>
  );
}
