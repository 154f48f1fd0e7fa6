declare global {
  interface Weft {
    Presence: { name: string; note: string };
  }
}

export {};
