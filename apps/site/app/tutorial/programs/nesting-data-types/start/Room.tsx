import { useStorage } from "@weft/react/suspense";
import { AddTask } from "./AddTask";

export function Room() {
  const task = useStorage((root) => root.task);
  // 2. Mutations that add, remove and move a task.
  return (
    <main>
      <h1>Our tasks</h1>
      <AddTask onAdd={() => {}} />
      <ul>
        {/* 3. A line for each, with the buttons Up and Remove. */}
        <li>{task.text}</li>
      </ul>
    </main>
  );
}
