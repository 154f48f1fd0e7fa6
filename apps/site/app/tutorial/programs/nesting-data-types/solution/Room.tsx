import { LiveObject } from "@weft/client";
import { useMutation, useStorage } from "@weft/react/suspense";
import { AddTask } from "./AddTask";

export function Room() {
  const tasks = useStorage((root) => root.tasks);
  const add = useMutation(({ storage }, text: string) => {
    storage.get("tasks").push(new LiveObject({ id: `${Date.now()}-${Math.random()}`, text }));
  }, []);
  const remove = useMutation(({ storage }, id: string) => {
    const list = storage.get("tasks");
    const index = list.findIndex((task) => task.get("id") === id);
    if (index >= 0) list.delete(index);
  }, []);
  const moveUp = useMutation(({ storage }, id: string) => {
    const list = storage.get("tasks");
    const index = list.findIndex((task) => task.get("id") === id);
    if (index > 0) list.move(index, index - 1);
  }, []);
  return (
    <main>
      <h1>Our tasks</h1>
      <AddTask onAdd={add} />
      <ul>
        {tasks.map((task) => (
          <li key={task.id}>
            {task.text}
            <button type="button" onClick={() => moveUp(task.id)}>
              Up
            </button>
            <button type="button" onClick={() => remove(task.id)}>
              Remove
            </button>
          </li>
        ))}
      </ul>
    </main>
  );
}
