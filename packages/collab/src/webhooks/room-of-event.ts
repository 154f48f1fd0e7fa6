import { isStorable } from "@weft/protocol";
import type { DomainEvent } from "@weft/protocol";

/** The room that an event is about. A test event may name anything: what cannot be stored as a text is none. */
export function roomOfEvent({ data }: Pick<DomainEvent, "data">): string | undefined {
  const { roomId } = data;
  return typeof roomId === "string" && isStorable(roomId) ? roomId : undefined;
}
