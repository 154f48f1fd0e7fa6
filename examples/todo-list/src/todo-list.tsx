import { AloneNote, HistoryButtons } from "@weft/example-shared";
import type { Connection } from "@weft/example-shared";
import { useState } from "react";
import { AddTask } from "./add-task.tsx";
import { EmptyList } from "./empty-list.tsx";
import { Progress } from "./progress.tsx";
import type { Task } from "./room-types.ts";
import { TaskRow } from "./task-row.tsx";
import { useReorder } from "./use-reorder.ts";
import type { Person } from "./use-people.ts";
import { useTaskEdits } from "./use-task-edits.ts";

interface TodoListProps {
  readonly tasks: readonly Readonly<Task>[];
  readonly people: readonly Person[];
  readonly connection: Connection;
}

export function TodoList({ tasks, people, connection }: TodoListProps) {
  const edits = useTaskEdits();
  const [spoken, setSpoken] = useState("");
  // While offline, the list of people is empty even if others are in the room.
  const alone = people.length === 0 && (connection === "live" || connection === "saving");
  const done = tasks.filter((task) => task.done).length;

  const reorder = useReorder(
    tasks.map((task) => task.id),
    (id, to) => {
      edits.move(id, to);
      const text = tasks.find((task) => task.id === id)?.text ?? "Task";
      setSpoken(`${text}: moved to ${to + 1} of ${tasks.length}.`);
    },
  );

  return (
    <>
      <div className="page-head">
        <Progress done={done} count={tasks.length} />
        <HistoryButtons />
      </div>
      <AddTask people={people} onAdd={(text) => edits.add([text])} />
      {tasks.length === 0 ? (
        <EmptyList onAddSamples={edits.add} />
      ) : (
        <ul className="tasks" aria-label="Tasks" data-dragging={reorder.dragging || undefined}>
          {tasks.map((task) => (
            <TaskRow
              key={task.id}
              task={task}
              renamedBy={people.filter(({ activity }) => activity.kind === "renaming" && activity.taskId === task.id)}
              row={reorder.row(task.id)}
              handle={reorder.handle(task.id)}
              onToggle={() => edits.toggle(task.id)}
              onRename={(text) => edits.rename(task.id, text)}
              onRemove={() => {
                edits.remove(task.id);
                setSpoken(`${task.text}: deleted.`);
              }}
            />
          ))}
        </ul>
      )}
      {tasks.length > 0 && (
        <div className="page-foot">
          <button type="button" className="button" disabled={done === 0} onClick={edits.clearDone}>
            Clear completed
          </button>
          <p className="hints">
            <span>
              <kbd>Enter</kbd> rename
            </span>
            <span>
              <kbd>↑</kbd> <kbd>↓</kbd> on a handle to reorder
            </span>
          </p>
        </div>
      )}
      {tasks.length > 0 && alone && (
        <AloneNote text="Open this page in a second window to see both lists stay in sync." />
      )}
      <p className="visually-hidden" aria-live="polite">
        {spoken}
      </p>
    </>
  );
}
