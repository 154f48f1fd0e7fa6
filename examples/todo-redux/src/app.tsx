import { actions } from "@weft/redux";
import { connectionOf, readVisitor } from "@weft/example-shared/core";
import type { Session } from "@weft/example-shared/core";
import { AvatarStack, ConnectionBadge, ExampleFrame } from "@weft/example-shared/frame";
import { useEffect } from "react";
import { playColleague } from "./colleague.ts";
import { useAppDispatch, useAppSelector } from "./store.ts";
import type { TodoHistory } from "./store.ts";
import { TodoList } from "./todo-list.tsx";

interface AppProps {
  readonly session: Session;
  readonly history: TodoHistory;
}

export function App({ session, history }: AppProps) {
  const dispatch = useAppDispatch();
  const { status, others, isStorageLoading } = useAppSelector((state) => state.liveblocks);

  useEffect(() => {
    dispatch(actions.enterRoom(session.roomId));
    return () => {
      dispatch(actions.leaveRoom());
    };
  }, [dispatch, session.roomId]);
  useEffect(() => (isStorageLoading ? undefined : playColleague(session)), [isStorageLoading, session]);

  const people = others.map(({ connectionId, presence }) => ({
    id: connectionId,
    visitor: readVisitor(presence.visitor),
    typing: presence.typing,
  }));
  return (
    <ExampleFrame
      title="To-do list with Redux"
      tools={
        <>
          <ConnectionBadge connection={connectionOf(status)} />
          <AvatarStack you={session.visitor} others={people} />
        </>
      }
    >
      <TodoList
        history={history}
        isLoading={isStorageLoading}
        typing={people.filter(({ typing }) => typing).map(({ visitor }) => visitor.name)}
      />
    </ExampleFrame>
  );
}
