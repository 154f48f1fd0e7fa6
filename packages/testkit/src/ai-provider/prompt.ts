/** What a server has sent to a provider that is compatible with OpenAI. */
export interface Prompt {
  readonly instructions: string;
  /** The last message of the user. */
  readonly question: string;
  /** What the tool returned that the model called last. Undefined if the user's message came after it. */
  readonly result: string | undefined;
}

interface Message {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string | null | readonly { readonly text?: string }[];
}

export function promptOf({ body }: { readonly body: unknown }): Prompt {
  const { messages } = body as { readonly messages: readonly Message[] };
  const last = messages.at(-1);
  return {
    instructions: textOf(messages.find(({ role }) => role === "system")),
    question: textOf(messages.findLast(({ role }) => role === "user")),
    result: last?.role === "tool" ? textOf(last) : undefined,
  };
}

function textOf(message: Message | undefined): string {
  const content = message?.content ?? "";
  return typeof content === "string" ? content : content.map(({ text = "" }) => text).join("");
}

/** The settings of a server whose default model is one of the provider. */
export function defaultModel({
  urls,
}: {
  readonly urls: Readonly<Record<"openai-compatible", string>>;
}): Record<string, string> {
  return {
    WEFT_AI_PROVIDER: "openai-compatible",
    WEFT_AI_MODEL: "default-model",
    WEFT_AI_URL: urls["openai-compatible"],
    WEFT_AI_KEY: "key-of-operator",
  };
}
