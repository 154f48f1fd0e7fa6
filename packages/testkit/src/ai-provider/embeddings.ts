/** The wire formats of embeddings: `POST /embeddings` of OpenAI and compatible providers, and Google's of Gemini. */
import type { ProviderFault } from "./answer.ts";

/** A vector for each text, a refusal, or neither a status nor a byte. */
export type EmbeddingAnswer = readonly (readonly number[])[] | { readonly fault: ProviderFault } | "silence";

/** Tokens that OpenAI and compatible providers report for each text; Google reports none. */
export const embeddingTokens = 5;

interface GeminiContent {
  readonly content: { readonly parts: readonly { readonly text: string }[] };
}

/** The texts that a request has embedded; undefined if it asks for something else. */
export function textsToEmbed(path: string, body: unknown): readonly string[] | undefined {
  if (path === "/embeddings") {
    const { input } = body as { readonly input: string | readonly string[] };
    return typeof input === "string" ? [input] : input;
  }
  const textOf = ({ content }: GeminiContent) => content.parts.map(({ text }) => text).join("");
  if (path.endsWith(":embedContent")) return [textOf(body as GeminiContent)];
  if (path.endsWith(":batchEmbedContents"))
    return (body as { readonly requests: readonly GeminiContent[] }).requests.map(textOf);
  return undefined;
}

export function embeddingsBody(path: string, model: string, vectors: readonly (readonly number[])[]): object {
  if (path.endsWith(":embedContent")) return { embedding: { values: vectors[0] } };
  if (path.endsWith(":batchEmbedContents")) return { embeddings: vectors.map((values) => ({ values })) };
  const tokens = vectors.length * embeddingTokens;
  return {
    object: "list",
    data: vectors.map((embedding, index) => ({ object: "embedding", index, embedding })),
    model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

const dimensions = 64;

/** Texts with the same words have the same vector, however they are ordered; texts with none in common are hardly similar. */
export function vectorOfWords(text: string): readonly number[] {
  const vector = Array.from({ length: dimensions }, () => 0);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    let hash = 7;
    for (const letter of word) hash = (hash * 31 + letter.codePointAt(0)!) % 65_537;
    vector[hash % dimensions]! += 1;
  }
  return vector;
}
