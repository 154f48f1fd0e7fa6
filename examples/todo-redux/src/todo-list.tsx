import { HistoryIcon } from "@weft/example-shared/frame";
import { useState } from "react";
import { useAppDispatch, useAppSelector } from "./store.ts";
import type { TodoHistory } from "./store.ts";
import { longestText, readTodos } from "./todo.ts";
import { added, removed, toggled, typed } from "./todos-slice.ts";

interface TodoListProps {
  readonly history: TodoHistory;
  readonly isLoading: boolean;
  /** The names of the others who are typing. */
  readonly typing: readonly string[];
}

export function TodoList({ history, isLoading, typing }: TodoListProps) {
  const todos = readTodos(useAppSelector((state) => state.todos));
  const dispatch = useAppDispatch();
  const [text, setText] = useState("");

  const change = (next: string) => {
    setText(next);
    dispatch(typed(next.trim() !== ""));
  };

  return (
    <div className="todos" aria-busy={isLoading}>
      <div className="todos-head">
        <h2>Quarterly review</h2>
        <div role="group" aria-label="History">
          <button type="button" className="icon-button" aria-label="Undo" title="Undo" onClick={() => history.undo()}>
            <HistoryIcon />
          </button>
          <button type="button" className="icon-button" aria-label="Redo" title="Redo" onClick={() => history.redo()}>
            <HistoryIcon mirrored />
          </button>
        </div>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() === "" || isLoading) return;
          dispatch(added(text.trim()));
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
          onBlur={() => dispatch(typed(false))}
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
                <input type="checkbox" checked={todo.done} onChange={() => dispatch(toggled(todo.id))} />
                <span>{todo.text}</span>
              </label>
              <button
                type="button"
                className="icon-button"
                aria-label={`Delete: ${todo.text}`}
                onClick={() => dispatch(removed(todo.id))}
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
