import { useCanUndo, useMutation, useStorage, useUndo } from "@weft/react/suspense";

export function Room() {
  const task = useStorage((root) => root.task);
  const undo = useUndo();
  const canUndo = useCanUndo();
  const toggle = useMutation(({ storage }) => {
    const task = storage.get("task");
    task.set("done", !task.get("done"));
  }, []);
  return (
    <main>
      <h1>Our task</h1>
      <label>
        <input type="checkbox" checked={task.done} onChange={() => toggle()} /> {task.text}
      </label>
      <button type="button" disabled={!canUndo} onClick={() => undo()}>
        Undo
      </button>
    </main>
  );
}
