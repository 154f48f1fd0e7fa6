import { createSlice } from "@reduxjs/toolkit";
import type { PayloadAction } from "@reduxjs/toolkit";
import type { Visitor } from "@weft/example-shared/core";
import { newTodo, sampleTodos } from "./todo.ts";
import type { Todo } from "./todo.ts";

export interface TodosState {
  readonly todos: readonly Todo[];
  readonly visitor: Visitor | null;
  readonly typing: boolean;
}

const initialState: TodosState = { todos: sampleTodos, visitor: null, typing: false };

/** An ordinary slice: nothing in it knows that the list is shared. */
export const todosSlice = createSlice({
  name: "todos",
  initialState,
  reducers: {
    added: {
      prepare: (text: string) => ({ payload: newTodo(text) }),
      reducer: (state, { payload }: PayloadAction<Todo>) => ({
        ...state,
        todos: [...state.todos, payload],
        typing: false,
      }),
    },
    toggled: (state, { payload: id }: PayloadAction<string>) => ({
      ...state,
      todos: state.todos.map((todo) => (todo.id === id ? { ...todo, done: !todo.done } : todo)),
    }),
    removed: (state, { payload: id }: PayloadAction<string>) => ({
      ...state,
      todos: state.todos.filter((todo) => todo.id !== id),
    }),
    typed: (state, { payload: typing }: PayloadAction<boolean>) => ({ ...state, typing }),
  },
});

export const { added, toggled, removed, typed } = todosSlice.actions;
