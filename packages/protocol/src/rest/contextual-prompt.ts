import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { RoomId } from "../ids.ts";
import { limits } from "../limits.ts";

const text = z.string().max(limits.chatTextLength);

/** What a user asks of the text in an editor. */
export const ContextualPrompt = z.object({
  prompt: text.min(1),
  context: z.object({ beforeSelection: text, selection: text, afterSelection: text }),
  previous: z.object({ prompt: text, response: z.object({ type: z.string(), text }) }).optional(),
});
export type ContextualPrompt = z.output<typeof ContextualPrompt>;

/** What the model proposes, as the JSON text that clients parse. */
export const ContextualPromptAnswer = z.strictObject({
  type: z.enum(["insert", "replace", "other"]),
  text: z.string(),
});
export type ContextualPromptAnswer = z.output<typeof ContextualPromptAnswer>;

export const contextualPromptAsUser = endpoint({
  id: "contextual-prompt-as-user",
  route: "POST /v2/c/rooms/{roomId}/ai/contextual-prompt",
  tag: "AI copilots",
  summary: "Run contextual prompt as user",
  description:
    "Used by the AI toolbar of text editors. The server's default copilot answers, or the project's newest copilot if the server has no default. The text of the answer is a JSON object with `type` and `text`.",
  auth: "user",
  needs: { storage: "read" },
  path: z.object({ roomId: RoomId }),
  body: ContextualPrompt,
  returns: z.strictObject({ content: z.array(z.strictObject({ type: z.literal("text"), text: z.string() })) }),
  errors: ["AI_NOT_CONFIGURED", "AI_UNAVAILABLE"],
});

export const contextualPromptEndpoints = [contextualPromptAsUser] as const;
