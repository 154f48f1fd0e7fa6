import { useState } from "react";

export function AddTask({ onAdd }: { onAdd: (text: string) => void }) {
  const [text, setText] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onAdd(text);
        setText("");
      }}
    >
      <input
        aria-label="New task"
        placeholder="New task, then Enter"
        required
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  );
}
