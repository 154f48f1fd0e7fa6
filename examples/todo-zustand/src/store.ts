import { createClient } from "@liveblocks/client";
import { liveblocks } from "@liveblocks/zustand";
import type { WithLiveblocks } from "@liveblocks/zustand";
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
 * middleware sends what changes in them, and applies what others change. `baseUrl` is the only difference to any other
 * Liveblocks application.
 */
export function openStore({ demo, visitor }: Session) {
  const client = createClient({ baseUrl: demo.baseUrl, publicApiKey: demo.publicKey, lostConnectionTimeout: 2000 });
  return create<WithLiveblocks<TodoState, TodoPresence>>()(
    liveblocks(
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
