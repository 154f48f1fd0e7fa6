import { createClient } from "@weft/client";
import { weft } from "@weft/zustand";
import type { WithWeft } from "@weft/zustand";
import type { Session, Visitor } from "@weft/example-shared/core";
import { create } from "zustand";
import { newTodo, sampleTodos } from "./todo.ts";
import type { Todo } from "./todo.ts";

export interface TodoState {
  readonly todos: readonly Todo[];
  readonly visitor: Visitor;
  readonly typing: boolean;
  readonly add: (text: string) => void;
  readonly toggle: (id: string) => void;
  readonly remove: (id: string) => void;
  readonly setTyping: (typing: boolean) => void;
}

export type TodoPresence = { visitor: Visitor; typing: boolean };

/**
 * An ordinary Zustand store. `storageMapping` and `presenceMapping` name the parts of its state that are shared: the
 * middleware sends what changes in them, and applies what others change. `baseUrl` can be left out where a page and its
 * Weft server have one origin.
 */
export function openStore({ demo, visitor }: Session) {
  const client = createClient({ baseUrl: demo.baseUrl, publicApiKey: demo.publicKey, lostConnectionTimeout: 2000 });
  return create<WithWeft<TodoState, TodoPresence>>()(
    weft(
      (set) => ({
        todos: sampleTodos,
        visitor,
        typing: false,
        add: (text) => set(({ todos }) => ({ todos: [...todos, newTodo(text)], typing: false })),
        toggle: (id) =>
          set(({ todos }) => ({ todos: todos.map((todo) => (todo.id === id ? { ...todo, done: !todo.done } : todo)) })),
        remove: (id) => set(({ todos }) => ({ todos: todos.filter((todo) => todo.id !== id) })),
        setTyping: (typing) => set({ typing }),
      }),
      { client, storageMapping: { todos: true }, presenceMapping: { visitor: true, typing: true } },
    ),
  );
}

export type TodoStore = ReturnType<typeof openStore>;
