import { useStorage } from "@weft/react/suspense";

export function Room() {
  const task = useStorage((root) => root.task);
  // 1. A mutation that turns “done” into its opposite.
  return (
    <main>
      <h1>Our task</h1>
      <label>
        {/* 2. Call it when the box is ticked. */}
        <input type="checkbox" checked={task.done} readOnly /> {task.text}
      </label>
      {/* 3. Undo. */}
      <button type="button">Undo</button>
    </main>
  );
}
