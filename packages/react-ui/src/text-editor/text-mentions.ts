import type { MentionData } from "@weft/client";
import { nanoid } from "@weft/client";
import { useRoom } from "@weft/react";
import { useMemo } from "react";

/** A new id of a mention in a text, which the text holds too (client-api 8.1). */
export function createMentionId(): `in_${string}` {
  return `in_${nanoid()}`;
}

/** Tells the server of mentions in the room's text. */
export interface TextMentions {
  /** A mention has appeared by an edit of the user, also one that was undone or pasted: who is mentioned is notified. */
  readonly created: (mention: MentionData, mentionId: string) => void;
  /** A mention is gone by an edit of the user, and so are its notifications. */
  readonly deleted: (mentionId: string) => void;
}

/**
 * Tells the server of mentions in the room's text (client-api 8.1). Failures are not thrown: the text is what counts. The same object is
 * answered for as long as the room is the same.
 *
 * @example
 * const { created } = useTextMentions();
 * created({ kind: "user", id: "ada" }, createMentionId());
 */
export function useTextMentions(): TextMentions {
  const room = useRoom();
  return useMemo(
    () => ({
      created: (mention, mentionId) => void room.createTextMention(mentionId, mention).catch(() => {}),
      deleted: (mentionId) => void room.deleteTextMention(mentionId).catch(() => {}),
    }),
    [room],
  );
}
