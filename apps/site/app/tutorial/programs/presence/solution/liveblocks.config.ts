declare global {
  interface Liveblocks {
    Presence: { name: string; note: string };
  }
}

export {};
