import { useStorage } from "@weft/react/suspense";

export function Room() {
  const task = useStorage((root) => root.task);
  return (
    <main>
      <h1>Our task</h1>
      <p>
        {task.text} ({task.done ? "done" : "to do"})
      </p>
    </main>
  );
}
