import { promptOf } from "@weft/testkit/ai-provider";
import type { ProviderAnswer, ProviderRequest } from "@weft/testkit/ai-provider";

/** What a request to the model of the site's assistant holds. */
export interface AskedModel {
  readonly messages: readonly { readonly content: unknown }[];
  readonly tools: readonly { readonly function: { readonly name: string } }[];
}

let calls = 0;
let proposals = 0;

/**
 * A question `use NAME {…}` is answered by a call of that tool with these arguments, and its result is repeated as text. Any
 * other question is answered with `You said: …`. Requests that are not streamed are for titles, or from AI toolbars of texts.
 */
export function scriptedAnswer(request: ProviderRequest): ProviderAnswer {
  if (!request.streamed) return proposalFor(promptOf(request).question) ?? { pieces: [{ text: "A scripted title" }] };
  const { question, result } = promptOf(request);
  if (result !== undefined) return { pieces: [{ text: `The tool answered: ${result}` }] };
  const [, name, args] = /^use (\S+) ([\s\S]+)$/u.exec(question) ?? [];
  if (name !== undefined && args !== undefined) {
    const pieces = args.match(/[\s\S]{1,12}/gu) ?? [];
    return { pieces: [{ call: { id: `call_${++calls}`, name, arguments: pieces } }] };
  }
  return { pieces: `You said: ${question}`.split(/(?<= )/u).map((text) => ({ text })) };
}

/** What is proposed for a text: `Proposal 1.`, and another one each time. The prompts `Fail` and `Wait` get no proposal. */
function proposalFor(question: string): ProviderAnswer | undefined {
  const prompt = promptIn(question);
  if (prompt === undefined) return undefined;
  if (prompt === "Fail") return { fault: "request" };
  if (prompt === "Wait") return "silence";
  const proposal = { type: prompt.startsWith("Continue") ? "insert" : "replace", text: `Proposal ${++proposals}.` };
  return { pieces: [{ text: JSON.stringify(proposal) }] };
}

/** The prompt of an AI toolbar, which is sent with the text around the selection. */
function promptIn(question: string): string | undefined {
  try {
    const { prompt, context } = JSON.parse(question) as { readonly prompt?: string; readonly context?: object };
    return context === undefined ? undefined : prompt;
  } catch {
    return undefined;
  }
}
