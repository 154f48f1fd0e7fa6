declare global {
  interface Weft {
    // 1. What does everyone in the room share about themselves?
    Presence: {};
  }
}

export {};
