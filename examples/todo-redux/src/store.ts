import { createClient } from "@weft/client";
import { weftEnhancer } from "@weft/redux";
import type { WithWeft } from "@weft/redux";
import { configureStore } from "@reduxjs/toolkit";
import type { Session, Visitor } from "@weft/example-shared/core";
import { useDispatch, useSelector } from "react-redux";
import { todosSlice } from "./todos-slice.ts";
import type { TodosState } from "./todos-slice.ts";

type TodoPresence = { visitor: Visitor; typing: boolean };
export type RootState = WithWeft<TodosState, TodoPresence, never>;

/**
 * A Redux store whose enhancer shares parts of its state: `storageMapping` and `presenceMapping` name them. `baseUrl` can
 * be left out where a page and its Weft server have one origin.
 */
export function openStore({ demo, roomId, visitor }: Session) {
  const client = createClient({ baseUrl: demo.baseUrl, publicApiKey: demo.publicKey, lostConnectionTimeout: 2000 });
  const store = configureStore({
    reducer: todosSlice.reducer,
    preloadedState: { ...todosSlice.getInitialState(), visitor },
    enhancers: (getDefaultEnhancers) =>
      getDefaultEnhancers().concat(
        weftEnhancer<TodosState>({
          client,
          storageMapping: { todos: true },
          presenceMapping: { visitor: true, typing: true },
        }),
      ),
  });
  /** Undo and redo are the room’s, so that they leave the edits of others alone. */
  const history = {
    undo: () => client.getRoom(roomId)?.history.undo(),
    redo: () => client.getRoom(roomId)?.history.redo(),
  };
  return { store, history };
}

export type TodoHistory = ReturnType<typeof openStore>["history"];
type Store = ReturnType<typeof openStore>["store"];

export const useAppSelector = useSelector.withTypes<RootState>();
export const useAppDispatch = useDispatch.withTypes<Store["dispatch"]>();
