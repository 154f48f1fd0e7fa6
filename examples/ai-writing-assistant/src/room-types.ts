declare global {
  interface Weft {
    Presence: {
      /** Whether this user waits for the assistant. */
      isAsking: boolean;
    };
    UserMeta: { id: string; info: { name: string; color: string; avatar: string } };
  }
}
