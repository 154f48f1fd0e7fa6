declare global {
  interface Liveblocks {
    Presence: { name: string };
    RoomEvent: { type: "wave"; from: string };
  }
}

export {};
