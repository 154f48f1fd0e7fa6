import { roomIdOf } from "@weft/example-shared";
import type { UserSession } from "@weft/example-shared";

/** The rooms whose threads are in the inbox. */
export interface Document {
  readonly roomId: string;
  readonly name: string;
}

export function documentsOf({ roomId, cast }: UserSession): readonly [Document, Document] {
  return [
    { roomId, name: "Launch plan" },
    { roomId: roomIdOf(cast.suffix, "notification-centre-budget"), name: "Budget" },
  ];
}

declare global {
  interface Liveblocks {
    Storage: { begun?: boolean };
    UserMeta: { id: string; info: { name: string; color: string; avatar?: string } };
    RoomEvent: { readonly type: "notified"; readonly userId: string };
    ActivitiesData: {
      $invitation: { document: string };
      $deployment: { service: string; version: string; succeeded: boolean };
    };
  }
}
