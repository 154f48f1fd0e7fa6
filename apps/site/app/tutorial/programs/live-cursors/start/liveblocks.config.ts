declare global {
  interface Liveblocks {
    Presence: { name: string; cursor: { x: number; y: number } | null };
  }
}

export {};
