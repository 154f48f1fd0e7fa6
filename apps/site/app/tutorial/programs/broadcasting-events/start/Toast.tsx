import { useEffect } from "react";
import "./toast.css";

// 3. It should call onEnd after three seconds.
export function Toast({ text }: { text: string; onEnd: () => void }) {
  useEffect(() => {}, []);
  return (
    <p className="toast" role="status">
      {text}
    </p>
  );
}
