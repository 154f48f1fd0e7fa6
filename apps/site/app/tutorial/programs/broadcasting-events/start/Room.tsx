import { useOthers } from "@weft/react/suspense";
import { useState } from "react";
import { Toast } from "./Toast";

export function Room() {
  const others = useOthers();
  const [toast, setToast] = useState<string | null>(null);
  // 2. When a wave arrives, set the toast.
  return (
    <main>
      <h1>Others here: {others.length}</h1>
      {/* 1. Send a wave. */}
      <button type="button">Wave</button>
      {toast !== null && <Toast text={toast} onEnd={() => setToast(null)} />}
    </main>
  );
}
