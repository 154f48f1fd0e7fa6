import type { ModelChoice } from "@weft/collab";
import type { CopilotProvider, Limits, ProjectId } from "@weft/protocol";
import type { LanguageModel, ToolSet } from "ai";
import { boundedFetch } from "./bounded-fetch.ts";
import type { ProviderBounds } from "./bounded-fetch.ts";
import { createCompatibleFilter } from "./compatible-stream.ts";

export interface ProviderAddresses {
  /** Where the operator has put the providers' APIs, if elsewhere than their own addresses. */
  readonly urls: Partial<Record<CopilotProvider, string>>;
  /** Requests of a project to addresses that users name. */
  readonly guardedFetch: (project: ProjectId) => typeof globalThis.fetch;
  readonly limits: ProviderBounds & Pick<Limits, "providerTextBytes">;
}

/** A model of a provider, and the provider's own tools that the copilot has enabled. */
export interface OpenedModel {
  readonly model: LanguageModel;
  readonly providerTools: ToolSet;
}

/** Loads the package of the provider with its first model. */
export async function openModel(
  choice: ModelChoice,
  project: ProjectId,
  { urls, guardedFetch, limits }: ProviderAddresses,
): Promise<OpenedModel> {
  const { provider, name, apiKey, options, compatible } = choice;
  const baseURL = urls[provider];
  // Looked up with each call: tests replace it.
  const fetch = boundedFetch((...request) => globalThis.fetch(...request), limits);
  switch (provider) {
    case "openai": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      const openai = createOpenAI({ apiKey, baseURL, fetch });
      const webSearch = options?.openai?.webSearch;
      return {
        model: openai.responses(name),
        providerTools:
          webSearch === undefined ? {} : { web_search: openai.tools.webSearch({ filters: filtersOf(webSearch) }) },
      };
    }
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      const anthropic = createAnthropic({ apiKey, baseURL, fetch });
      const webSearch = options?.anthropic?.webSearch;
      return {
        model: anthropic(name),
        providerTools:
          webSearch === undefined ? {} : { web_search: anthropic.tools.webSearch_20250305(filtersOf(webSearch) ?? {}) },
      };
    }
    case "google": {
      const { createGoogle } = await import("@ai-sdk/google");
      return { model: createGoogle({ apiKey, baseURL, fetch })(name), providerTools: {} };
    }
    case "openai-compatible": {
      if (compatible === undefined) throw new Error("The copilot has no address for its provider.");
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const own = createOpenAICompatible({
        name: "compatible",
        apiKey,
        baseURL: compatible.baseUrl.replace(/\/$/, ""),
        includeUsage: true,
        fetch: boundedFetch(
          compatible.ofOperator ? globalThis.fetch : guardedFetch(project),
          limits,
          createCompatibleFilter,
        ),
      });
      return { model: own.chatModel(name), providerTools: {} };
    }
  }
}

function filtersOf({ allowedDomains }: { readonly allowedDomains?: readonly string[] }) {
  return allowedDomains === undefined || allowedDomains.length === 0
    ? undefined
    : { allowedDomains: [...allowedDomains] };
}
