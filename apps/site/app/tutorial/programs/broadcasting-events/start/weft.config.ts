declare global {
  interface Weft {
    Presence: { name: string };
    RoomEvent: { type: "wave"; from: string };
  }
}

export {};
