import { createContext, useContext } from "react";
import type { RoomBody } from "../shared/room-body.ts";
import type { InspectState } from "./inspect-state.ts";

export interface InspectedRoom {
  readonly room: RoomBody;
  readonly live: InspectState;
  /** Whether what is in the room may be changed from here. */
  readonly editing: boolean;
  readonly setEditing: (editing: boolean) => void;
}

export const RoomContext = createContext<InspectedRoom | null>(null);

/** The room that is being inspected, and what is known of it live. */
export function useInspectedRoom(): InspectedRoom {
  const inspected = useContext(RoomContext);
  if (inspected === null) throw new Error("This hook can be used in the tabs of a room only.");
  return inspected;
}
