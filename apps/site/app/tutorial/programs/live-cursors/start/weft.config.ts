declare global {
  interface Weft {
    Presence: { name: string; cursor: { x: number; y: number } | null };
  }
}

export {};
