import { AvatarStack } from "@liveblocks/react-ui";
import type { ReactNode } from "react";
import { ConnectionBadge } from "../connection-badge.tsx";
import { useConnection } from "../connection.ts";
import { ExampleFrame } from "../example-frame.tsx";
import { OfflineNote } from "../offline-note.tsx";
import type { Cast } from "../people.ts";
import { PersonSwitch } from "../person-switch.tsx";

interface CommentsPageProps {
  readonly title: string;
  readonly cast: Cast;
  readonly children: ReactNode;
}

/** The frame of an example with users: its connection, the people in the room, the choice of a person, and the example. */
export function CommentsPage({ title, cast, children }: CommentsPageProps) {
  const connection = useConnection();
  return (
    <ExampleFrame
      title={title}
      tools={
        <>
          <ConnectionBadge connection={connection} />
          <AvatarStack className="people" max={4} size={30} />
          <PersonSwitch cast={cast} />
        </>
      }
    >
      <OfflineNote connection={connection} />
      {children}
    </ExampleFrame>
  );
}
