declare global {
  interface Liveblocks {
    // 1. What is there to know about everybody in the room?
    Presence: {};
  }
}

export {};
