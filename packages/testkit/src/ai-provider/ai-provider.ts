/**
 * Providers of AI models on this machine: they serve the published wire formats of OpenAI (Responses API), Anthropic
 * (Messages), Google (Gemini) and of providers compatible with OpenAI (chat completions), streamed and whole, and keep the
 * requests that they get.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { isStreamStep, textOf } from "./answer.ts";
import type { ProviderAnswer, ProviderEvent, ProviderFault, ProviderFormat, ProviderPiece } from "./answer.ts";
import { anthropicMessages } from "./anthropic-messages.ts";
import { chatCompletions } from "./chat-completions.ts";
import { embeddingsBody, textsToEmbed, vectorOfWords } from "./embeddings.ts";
import type { EmbeddingAnswer } from "./embeddings.ts";
import { gemini } from "./gemini.ts";
import { openAiResponses } from "./openai-responses.ts";

export type { ProviderAnswer, ProviderFault, ProviderFinish, ProviderPage, ProviderPiece } from "./answer.ts";
export { providerUsage } from "./answer.ts";
export { defaultModel, promptOf } from "./prompt.ts";
export type { Prompt } from "./prompt.ts";
export { embeddingTokens, vectorOfWords } from "./embeddings.ts";
export type { EmbeddingAnswer } from "./embeddings.ts";

export const providerNames = ["openai", "anthropic", "google", "openai-compatible"] as const;
export type ProviderName = (typeof providerNames)[number];

export interface ProviderRequest {
  readonly provider: ProviderName;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: any;
  /** False where the whole answer is asked for at once, as for titles. */
  readonly streamed: boolean;
  /** Resolves when the caller has gone, or the answer has ended. */
  readonly closed: Promise<void>;
}

export interface AiProvider extends AsyncDisposable {
  /** The address of each provider's API. */
  readonly urls: Readonly<Record<ProviderName, string>>;
  /** Oldest first. */
  readonly requests: readonly ProviderRequest[];
  /** Those whose answers are streamed. */
  readonly asked: readonly ProviderRequest[];
  /** What is answered; a short text unless set. */
  answer: (request: ProviderRequest) => ProviderAnswer;
  /** The texts that were to be embedded, by request, oldest first. */
  readonly embedded: readonly (readonly string[])[];
  /** The vectors of texts; by their words unless set. */
  embed: (texts: readonly string[]) => EmbeddingAnswer;
  /** Answers streamed requests with these, one after another, and whole ones with a title. */
  script(...answers: readonly (ProviderAnswer | readonly ProviderPiece[])[]): void;
}

const formats: Readonly<Record<ProviderName, ProviderFormat>> = {
  openai: openAiResponses,
  anthropic: anthropicMessages,
  google: gemini,
  "openai-compatible": chatCompletions,
};

export async function openAiProvider(): Promise<AiProvider> {
  const requests: ProviderRequest[] = [];
  const embedded: (readonly string[])[] = [];
  const server = createServer((request, response) => {
    void answered(request, response).catch(() => response.destroy());
  });

  async function answered(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on("error", () => {});
    const closed = new Promise<void>((resolve) => response.once("close", resolve));
    const [, provider, path] = /^\/([\w-]+)(\/.*)$/.exec(request.url ?? "") as unknown as [
      string,
      ProviderName,
      string,
    ];
    const body = (await json(request)) as { stream?: boolean; model?: string };
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const streamed = provider === "google" ? path.includes("streamGenerateContent") : body.stream === true;
    const one: ProviderRequest = { provider, path, headers, body, streamed, closed };
    requests.push(one);
    const format = formats[provider];
    const model = body.model ?? /models\/([^:]+):/.exec(path)?.[1] ?? "";
    const send = (status: number, content: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(content));
    const refuse = (fault: ProviderFault) => {
      const { status, body: error } = format.fault(fault);
      send(status, error);
    };
    const texts = textsToEmbed(path, body);
    if (texts !== undefined) {
      embedded.push(texts);
      const vectors = providerOf.embed(texts);
      if (vectors === "silence") return;
      if ("fault" in vectors) refuse(vectors.fault);
      else send(200, embeddingsBody(path, model, vectors));
      return;
    }
    const answer = providerOf.answer(one);
    if (answer === "silence") return;
    if ("fault" in answer) refuse(answer.fault);
    else if (!streamed) {
      send(200, format.whole(textOf(answer.pieces), model));
    } else {
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      await stream(format.events({ finish: "stop", model, ...answer }), response, closed);
    }
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const providerOf: AiProvider = {
    urls: {
      openai: `${at}/openai`,
      anthropic: `${at}/anthropic`,
      google: `${at}/google`,
      "openai-compatible": `${at}/openai-compatible`,
    },
    requests,
    get asked() {
      return requests.filter(({ streamed }) => streamed);
    },
    embedded,
    embed: (texts) => texts.map(vectorOfWords),
    answer: () => ({ pieces: [{ text: "Hello." }] }),
    script(...answers) {
      const before = providerOf.asked.length;
      providerOf.answer = ({ streamed }) => {
        if (!streamed) return { pieces: [{ text: "A short title" }] };
        const answer = answers[providerOf.asked.length - before - 1];
        if (answer === undefined) return { fault: "request" };
        return Array.isArray(answer) ? { pieces: answer as readonly ProviderPiece[] } : (answer as ProviderAnswer);
      };
    },
    async [Symbol.asyncDispose]() {
      const ended = once(server, "close");
      server.close();
      server.closeAllConnections();
      await ended;
    },
  };
  return providerOf;
}

async function stream(
  events: ReturnType<ProviderFormat["events"]>,
  response: ServerResponse,
  closed: Promise<void>,
): Promise<void> {
  for (const step of events) {
    if (response.destroyed) return;
    if (!isStreamStep(step)) response.write(frameOf(step));
    else if (step === "garbage") response.write("data: {not json\n\n");
    else if (step === "hang") return;
    else if (step === "cut") {
      // What was written arrives before the end.
      await new Promise((resolve) => response.write(": cut\n\n", resolve));
      response.destroy();
    } else await Promise.race([step.wait, closed]);
  }
  response.end();
}

function frameOf({ event, data }: ProviderEvent): string {
  const name = event === undefined ? "" : `event: ${event}\n`;
  return `${name}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
}
