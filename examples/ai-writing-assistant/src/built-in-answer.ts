import type { ContextualPromptArgs, ContextualPromptResponse } from "@weft/react-ui/text-editor";
import { shorten } from "./prompts.ts";

/**
 * What the example answers on a server without a language model: it shortens a text to its first sentence, and says of other prompts
 * that a model is needed.
 */
export function builtInAnswer({
  prompt,
  context,
}: Pick<ContextualPromptArgs, "prompt" | "context">): ContextualPromptResponse {
  const selection = context.selection.trim();
  const [first] = sentencesOf(selection);
  if (prompt === shorten && first !== undefined && first !== selection) return { type: "replace", text: first };
  return {
    type: "other",
    text: "This is a built-in answer: the server has no language model. Select several sentences and choose “Shorten” to see a proposal.",
  };
}

function sentencesOf(text: string): readonly string[] {
  const segments = new Intl.Segmenter("en", { granularity: "sentence" }).segment(text);
  return Array.from(segments, ({ segment }) => segment.trim()).filter((sentence) => sentence !== "");
}
