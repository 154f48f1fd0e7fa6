import { connectionOf, readVisitor } from "@weft/example-shared/core";
import type { Session } from "@weft/example-shared/core";
import { AvatarStack, ConnectionBadge, ExampleFrame } from "@weft/example-shared/frame";
import { useEffect } from "react";
import { playColleague } from "./colleague.ts";
import type { TodoStore } from "./store.ts";
import { TodoList } from "./todo-list.tsx";

interface AppProps {
  readonly session: Session;
  readonly useStore: TodoStore;
}

export function App({ session, useStore }: AppProps) {
  const enterRoom = useStore((state) => state.liveblocks.enterRoom);
  const status = useStore((state) => state.liveblocks.status);
  const others = useStore((state) => state.liveblocks.others);
  const isLoading = useStore((state) => state.liveblocks.isStorageLoading);

  useEffect(() => enterRoom(session.roomId), [enterRoom, session.roomId]);
  useEffect(() => (isLoading ? undefined : playColleague(session)), [isLoading, session]);

  const people = others.map(({ connectionId, presence }) => ({
    id: connectionId,
    visitor: readVisitor(presence.visitor),
    typing: presence.typing,
  }));
  return (
    <ExampleFrame
      title="To-do list with Zustand"
      tools={
        <>
          <ConnectionBadge connection={connectionOf(status)} />
          <AvatarStack you={session.visitor} others={people} />
        </>
      }
    >
      <TodoList
        useStore={useStore}
        isLoading={isLoading}
        typing={people.filter(({ typing }) => typing).map(({ visitor }) => visitor.name)}
      />
    </ExampleFrame>
  );
}
