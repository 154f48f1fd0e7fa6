import type { Visitor } from "@weft/example-shared";

declare global {
  interface Liveblocks {
    Presence: { visitor: Visitor };
    RoomEvent: { readonly type: "versionSaved" };
  }
}
