import { useEffect } from "react";
import "./toast.css";

export function Toast({ text, onEnd }: { text: string; onEnd: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onEnd, 3_000);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p className="toast" role="status">
      {text}
    </p>
  );
}
