import { ModelFailure } from "@weft/collab";
import type { DefaultModel, Embeddings } from "@weft/collab";
import type { EmbeddingModel } from "ai";
import { boundedFetch } from "./bounded-fetch.ts";
import type { ProviderAddresses } from "./language-model.ts";

/** The account that embeds texts, and the name of its model. */
export interface EmbeddingChoice extends Pick<DefaultModel, "provider" | "name" | "apiKey"> {
  readonly compatible?: { readonly baseUrl: string };
}

/** Only the tries of a job are far enough apart to be of use; a search does not wait for another try. */
const maxRetries = 0;
/** Google embeds questions and what may answer them in different ways; other providers ignore the option. */
const taskTypes = { passages: "RETRIEVAL_DOCUMENT", queries: "RETRIEVAL_QUERY" } as const;

/** Embedding models of providers, called through their packages, which are loaded with the first call. */
export function createEmbeddings(
  choice: EmbeddingChoice,
  { urls, limits }: Pick<ProviderAddresses, "urls" | "limits">,
): Embeddings {
  const fetch = boundedFetch((...request) => globalThis.fetch(...request), limits);
  return {
    model: `${choice.provider}/${choice.name}`,
    async embed(texts, { of, signal }) {
      const { embedMany } = await import("ai");
      const { toModelFailure } = await import("./model-failure.ts");
      const model = await openEmbeddingModel(choice, urls, fetch);
      try {
        const { embeddings, usage } = await embedMany({
          model,
          values: [...texts],
          maxRetries,
          abortSignal: signal,
          providerOptions: { google: { taskType: taskTypes[of] } },
        });
        const [first = []] = embeddings;
        if (
          embeddings.length !== texts.length ||
          embeddings.some(({ length }) => length === 0 || length !== first.length)
        )
          throw new ModelFailure(
            "providerUnavailable",
            new Error("The provider answered other vectors than asked for."),
          );
        return { vectors: embeddings, tokens: Number.isFinite(usage.tokens) ? usage.tokens : 0 };
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        throw toModelFailure(error);
      }
    },
  };
}

async function openEmbeddingModel(
  { provider, name, apiKey, compatible }: EmbeddingChoice,
  urls: ProviderAddresses["urls"],
  fetch: typeof globalThis.fetch,
): Promise<EmbeddingModel> {
  switch (provider) {
    case "openai": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI({ apiKey, baseURL: urls.openai, fetch }).embeddingModel(name);
    }
    case "google": {
      const { createGoogle } = await import("@ai-sdk/google");
      return createGoogle({ apiKey, baseURL: urls.google, fetch }).embeddingModel(name);
    }
    case "openai-compatible": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      return createOpenAICompatible({
        name: "compatible",
        apiKey,
        baseURL: compatible!.baseUrl.replace(/\/$/, ""),
        fetch,
      }).embeddingModel(name);
    }
    case "anthropic":
      throw new Error("Anthropic has no embedding models.");
  }
}
