import { createClient } from "@weft/client";
import { authorizeUser } from "@weft/example-shared";
import type { Person, UserSession } from "@weft/example-shared";
import { useEffect, useRef, useState } from "react";

/** A connection of another person to the room, which the visitor opens and closes. */
export interface SecondConnection {
  readonly person: Person;
  readonly isConnected: boolean;
  readonly toggle: () => void;
}

export function useSecondConnection({ demo, roomId, cast: { people, you } }: UserSession): SecondConnection {
  const person = people[(people.indexOf(you) + 1) % people.length] ?? you;
  const leave = useRef<() => void>(undefined);
  const [isConnected, setIsConnected] = useState(false);
  useEffect(() => () => leave.current?.(), []);
  return {
    person,
    isConnected,
    toggle() {
      if (leave.current === undefined) {
        const client = createClient({ baseUrl: demo.baseUrl, authEndpoint: () => authorizeUser(person.id) });
        leave.current = client.enterRoom(roomId).leave;
      } else {
        leave.current();
        leave.current = undefined;
      }
      setIsConnected(leave.current !== undefined);
    },
  };
}
