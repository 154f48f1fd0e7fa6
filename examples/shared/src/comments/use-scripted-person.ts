import type { Room } from "@liveblocks/client";
import { useEffect } from "react";
import type { Person } from "../people.ts";
import { playPreview } from "../preview.ts";
import type { Pause } from "../preview.ts";
import type { UserSession } from "../start-example.tsx";
import { enterAs } from "./enter-as.ts";

export interface Scene {
  readonly person: Person;
  /** The room, as this person has entered it. */
  readonly room: Room;
  readonly pause: Pause;
}

/** In previews, another person of the cast enters the room and does what `script` says, until the visitor acts. */
export function useScriptedPerson(session: UserSession, ready: boolean, script: (scene: Scene) => Promise<void>): void {
  useEffect(() => {
    if (!ready) return undefined;
    return playPreview(session.roomId, (pause) => play(session, script, pause), ["pointerdown", "keydown"]);
    // The script is the same for as long as the page is open.
  }, [ready]);
}

async function play(session: UserSession, script: (scene: Scene) => Promise<void>, pause: Pause): Promise<void> {
  const person = passerBy(session);
  if (person === undefined) return;
  await pause(1_500);
  const { room, leave } = enterAs(session, person, { connect: true });
  try {
    await script({ person, room, pause });
  } finally {
    leave();
  }
}

/** A member of the cast that no window of this browser is likely to represent. */
function passerBy({ cast: { people, you } }: UserSession): Person | undefined {
  return people[(people.indexOf(you) + people.length / 2) % people.length];
}
