import type { LiveList } from "@weft/client";
import type { Visitor } from "@weft/example-shared";

/** A message is not edited after it was sent, so it is plain JSON. */
export type Message = {
  id: string;
  author: Visitor;
  text: string;
  /** When it was sent, in milliseconds since 1970. */
  sentAt: number;
};

export const longestText = 500;
/**
 * Simply `LiveList<Message>`, but TypeScript 7.0 (unlike 5.9) takes the SDK's `LiveList` to be invariant and refuses it as
 * Storage; an interface of its own is compared member by member, and accepted.
 */
export interface Messages extends LiveList<Message> {
  clone(): Messages;
}

/** The oldest messages are deleted beyond this number. */
export const mostMessages = 200;

export const emojis = ["👍", "❤️", "🎉"] as const;
export type Emoji = (typeof emojis)[number];

declare global {
  interface Weft {
    Presence: { visitor: Visitor; typing: boolean };
    Storage: { messages: Messages };
    /** Everyone in the room sees a reaction once; it is not stored. */
    RoomEvent: { type: "reaction"; emoji: Emoji };
  }
}
