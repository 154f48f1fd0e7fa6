import { useUpdateMyPresence } from "@weft/react";
import { useContextualPrompt } from "@weft/react-ui/text-editor";
import type { ContextualPromptResolver } from "@weft/react-ui/text-editor";
import { useCallback } from "react";
import { builtInAnswer } from "./built-in-answer.ts";

/** Asks the server’s copilot, and shows the others that this user waits for it. Without a model, the built-in answer is used. */
export function useAssistant(hasModel: boolean): ContextualPromptResolver {
  const ask = useContextualPrompt();
  const updatePresence = useUpdateMyPresence();
  return useCallback(
    async (question) => {
      if (!hasModel) return builtInAnswer(question);
      updatePresence({ isAsking: true });
      try {
        return await ask(question);
      } finally {
        updatePresence({ isAsking: false });
      }
    },
    [ask, hasModel, updatePresence],
  );
}
