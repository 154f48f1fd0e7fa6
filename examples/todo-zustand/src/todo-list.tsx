import { HistoryIcon } from "@weft/example-shared/frame";
import { useState } from "react";
import type { TodoStore } from "./store.ts";
import { longestText, readTodos } from "./todo.ts";

interface TodoListProps {
  readonly useStore: TodoStore;
  readonly isLoading: boolean;
  /** The names of the others who are typing. */
  readonly typing: readonly string[];
}

export function TodoList({ useStore, isLoading, typing }: TodoListProps) {
  const todos = readTodos(useStore((state) => state.todos));
  const { add, toggle, remove, setTyping } = useStore.getState();
  const history = useStore((state) => state.liveblocks.room?.history);
  const [text, setText] = useState("");

  const change = (next: string) => {
    setText(next);
    setTyping(next.trim() !== "");
  };

  return (
    <div className="todos" aria-busy={isLoading}>
      <div className="todos-head">
        <h2>Quarterly review</h2>
        <div role="group" aria-label="History">
          <button type="button" className="icon-button" aria-label="Undo" title="Undo" onClick={() => history?.undo()}>
            <HistoryIcon />
          </button>
          <button type="button" className="icon-button" aria-label="Redo" title="Redo" onClick={() => history?.redo()}>
            <HistoryIcon mirrored />
          </button>
        </div>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() === "" || isLoading) return;
          add(text.trim());
          setText("");
        }}
      >
        <input
          type="text"
          value={text}
          maxLength={longestText}
          aria-label="New task"
          placeholder="Add a task"
          autoComplete="off"
          enterKeyHint="done"
          onChange={(event) => change(event.target.value)}
          onBlur={() => setTyping(false)}
        />
        <button type="submit" className="button" data-kind="primary">
          Add
        </button>
      </form>
      {isLoading ? (
        <p role="status">Loading the list…</p>
      ) : (
        <ul aria-label="Tasks">
          {todos.map((todo) => (
            <li key={todo.id} data-testid="task" data-done={todo.done || undefined}>
              <label>
                <input type="checkbox" checked={todo.done} onChange={() => toggle(todo.id)} />
                <span>{todo.text}</span>
              </label>
              <button
                type="button"
                className="icon-button"
                aria-label={`Delete: ${todo.text}`}
                onClick={() => remove(todo.id)}
              >
                <svg
                  width="16"
                  height="16"
                  viewBox="0 0 18 18"
                  stroke="currentColor"
                  strokeWidth="1.7"
                  aria-hidden="true"
                >
                  <path strokeLinecap="round" d="m5 5 8 8M13 5l-8 8" />
                </svg>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="todos-typing" role="status">
        {typing.length === 0 ? "" : `${typing[0]} is typing…`}
      </p>
    </div>
  );
}
