import { promptOf } from "@weft/testkit/ai-provider";
import type { ProviderAnswer, ProviderRequest } from "@weft/testkit/ai-provider";

/** What a request to the model of the site's assistant holds. */
export interface AskedModel {
  readonly messages: readonly { readonly content: unknown }[];
  readonly tools: readonly { readonly function: { readonly name: string } }[];
}

let calls = 0;

/**
 * A question `use NAME {…}` is answered by a call of that tool with these arguments, and its result is repeated as text. Any
 * other question is answered with `You said: …`. Requests that are not streamed are for titles.
 */
export function scriptedAnswer(request: ProviderRequest): ProviderAnswer {
  if (!request.streamed) return { pieces: [{ text: "A scripted title" }] };
  const { question, result } = promptOf(request);
  if (result !== undefined) return { pieces: [{ text: `The tool answered: ${result}` }] };
  const [, name, args] = /^use (\S+) ([\s\S]+)$/u.exec(question) ?? [];
  if (name !== undefined && args !== undefined) {
    const pieces = args.match(/[\s\S]{1,12}/gu) ?? [];
    return { pieces: [{ call: { id: `call_${++calls}`, name, arguments: pieces } }] };
  }
  return { pieces: `You said: ${question}`.split(/(?<= )/u).map((text) => ({ text })) };
}
