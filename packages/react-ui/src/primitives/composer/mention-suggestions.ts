import type { MentionData } from "@weft/client";
import { useClient, useRoom } from "@weft/react";
import { useEffect, useState } from "react";

/** While a user types without a pause of this length, nothing is asked. */
const pauseMs = 120;

export interface MentionSuggestions {
  /** What was written when these were asked for. */
  readonly text: string;
  readonly mentions: readonly MentionData[];
}

/** Whom the application suggests for what is written after an @. Undefined until it has answered; answers that are late are dropped. */
export function useMentionSuggestions(text: string | undefined): MentionSuggestions | undefined {
  const client = useClient();
  const roomId = useRoom({ allowOutsideRoom: true })?.id;
  const [suggestions, setSuggestions] = useState<MentionSuggestions>();
  useEffect(() => {
    if (text === undefined || roomId === undefined) return setSuggestions(undefined);
    let isCurrent = true;
    const ask = async () => {
      const { resolvers } = await client.loadComments();
      return resolvers.suggestMentions(roomId, text);
    };
    const timer = setTimeout(
      () => {
        // After a failure of the application's resolver, nothing is suggested.
        ask().then(
          (mentions) => isCurrent && setSuggestions({ text, mentions }),
          () => isCurrent && setSuggestions({ text, mentions: [] }),
        );
      },
      text === "" ? 0 : pauseMs,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [client, roomId, text]);
  return text === undefined ? undefined : suggestions;
}
