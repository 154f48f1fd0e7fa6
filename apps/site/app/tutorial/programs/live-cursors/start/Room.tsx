import { useOthers, useUpdateMyPresence } from "@weft/react/suspense";
import { Cursor } from "./Cursor";
import "./stage.css";

export function Room() {
  const updateMyPresence = useUpdateMyPresence();
  const others = useOthers();
  return (
    <main
      className="stage"
      // 1. Tell where the pointer is, and that it has left.
    >
      <h1>Move the pointer here</h1>
      {/* 2. A <Cursor /> for each of the others who has one. */}
    </main>
  );
}
