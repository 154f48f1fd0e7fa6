import type { ReactNode } from "react";
import { AvatarStack } from "./avatar-stack.tsx";
import { ConnectionBadge } from "./connection-badge.tsx";
import { useConnection } from "./connection.ts";
import { ExampleFrame } from "./example-frame.tsx";
import { OfflineNote } from "./offline-note.tsx";
import { useOtherVisitors } from "./others.ts";
import type { Visitor } from "./visitor.ts";

interface ExamplePageProps {
  readonly title: string;
  readonly visitor: Visitor;
  readonly children: ReactNode;
}

/** The frame of an example in a room: its connection, the people in it, and the example. */
export function ExamplePage({ title, visitor, children }: ExamplePageProps) {
  const connection = useConnection();
  const others = useOtherVisitors();
  return (
    <ExampleFrame
      title={title}
      tools={
        <>
          <ConnectionBadge connection={connection} />
          <AvatarStack you={visitor} others={others} />
        </>
      }
    >
      <OfflineNote connection={connection} />
      {children}
    </ExampleFrame>
  );
}
