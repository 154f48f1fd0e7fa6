export type WriterPresence = {
  /** Whether this user waits for the assistant. */
  isAsking: boolean;
};

declare global {
  interface Weft {
    Presence: WriterPresence;
    UserMeta: { id: string; info: { name: string; color: string; avatar: string } };
  }
}
