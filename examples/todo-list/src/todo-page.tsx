import { shallow, useStorage } from "@weft/react";
import { AvatarStack, ConnectionBadge, ExampleFrame, OfflineNote, useConnection } from "@weft/example-shared";
import type { Visitor } from "@weft/example-shared";
import { readTasks } from "./read-tasks.ts";
import { TaskSkeleton } from "./task-skeleton.tsx";
import { TodoList } from "./todo-list.tsx";
import { usePeople } from "./use-people.ts";

export function TodoPage({ visitor }: { readonly visitor: Visitor }) {
  const connection = useConnection();
  const people = usePeople();
  const tasks = useStorage((root) => readTasks(root.tasks), shallow);
  return (
    <ExampleFrame
      title="To-do list"
      tools={
        <>
          <ConnectionBadge connection={connection} />
          <AvatarStack you={visitor} others={people} />
        </>
      }
    >
      <OfflineNote connection={connection} />
      <div className="page">
        {tasks ? <TodoList tasks={tasks} people={people} connection={connection} /> : <TaskSkeleton />}
      </div>
    </ExampleFrame>
  );
}
