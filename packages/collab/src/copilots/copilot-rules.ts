import { copilotModels, WeftError } from "@weft/protocol";
import type {
  CopilotModel,
  CopilotPatch,
  CopilotProvider,
  CopilotProviderOptions,
  CopilotSettings,
  ListedProvider,
} from "@weft/protocol";
import { invalid } from "../invalid.ts";

/** The models of providers: those of the catalogue, and those that the operator adds. */
export type CopilotModels = Readonly<Record<ListedProvider, readonly CopilotModel[]>>;

/** The catalogue with the models that the operator's setting adds to each provider. */
export function modelsWith(added: Partial<Record<ListedProvider, readonly string[]>> = {}): CopilotModels {
  const merged = (provider: ListedProvider) => [
    ...copilotModels[provider],
    ...(added[provider] ?? [])
      .filter((id) => copilotModels[provider].every((model) => model.id !== id))
      .map((id) => ({ id })),
  ];
  return { openai: merged("openai"), anthropic: merged("anthropic"), google: merged("google") };
}

/** The name by which the provider knows a model. */
export function sentModel(models: CopilotModels, provider: CopilotProvider, id: string): string {
  if (provider === "openai-compatible") return id;
  return models[provider].find((model) => model.id === id)?.sentAs ?? id;
}

/** What of a copilot depends on its provider. */
export interface ProviderChoice {
  readonly provider: CopilotProvider;
  readonly providerModel: string;
  readonly providerOptions?: CopilotProviderOptions;
  readonly compatibleProviderName?: string;
  readonly providerBaseUrl?: string;
  readonly settings?: CopilotSettings;
}

/** Where a key is sent. */
type KeyDestination = Pick<ProviderChoice, "provider" | "providerBaseUrl">;

/**
 * The choice after a patch: options, name and address that only the earlier provider has are dropped when the provider
 * changes. Null removes.
 */
export function patchedChoice(before: ProviderChoice, patch: CopilotPatch): ProviderChoice {
  const provider = patch.provider ?? before.provider;
  const same = provider === before.provider;
  const kept = <T>(patched: T | null | undefined, earlier: T | undefined): T | undefined =>
    patched === undefined ? earlier : (patched ?? undefined);
  return {
    provider,
    providerModel: patch.providerModel ?? before.providerModel,
    providerOptions: kept(patch.providerOptions, same ? before.providerOptions : undefined),
    compatibleProviderName: kept(patch.compatibleProviderName, same ? before.compatibleProviderName : undefined),
    providerBaseUrl: kept(patch.providerBaseUrl, same ? before.providerBaseUrl : undefined),
    settings: kept(patch.settings, before.settings),
  };
}

/**
 * UNPROCESSABLE_ENTITY if a change would send the stored key elsewhere: members see no more of it than its end, and could
 * otherwise read it at an address of their own.
 */
export function checkKeyDestination(
  before: KeyDestination,
  after: KeyDestination,
  patch: Pick<CopilotPatch, "providerApiKey">,
): void {
  if (patch.providerApiKey !== undefined) return;
  const changed = changedDestination(before, after);
  if (changed === undefined) return;
  throw new WeftError("UNPROCESSABLE_ENTITY", {
    message: `Missing key: 'providerApiKey'. The stored key is not sent elsewhere, so a change of '${changed}' needs a key.`,
    suggestion: "Send the API key of the new provider or address together with the change.",
  });
}

/** What of two places that a key is sent to differs; undefined if they are one. */
export function changedDestination(before: KeyDestination, after: KeyDestination): keyof KeyDestination | undefined {
  if (before.provider !== after.provider) return "provider";
  return baseOf(before.providerBaseUrl) === baseOf(after.providerBaseUrl) ? undefined : "providerBaseUrl";
}

/** An address with and without a slash at its end is one place. */
function baseOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : (URL.parse(url)?.href ?? url).replace(/\/$/, "");
}

/** UNPROCESSABLE_ENTITY if the model, the options and the address do not fit the provider. */
export function checkChoice(models: CopilotModels, choice: ProviderChoice): void {
  const { provider, providerModel, providerOptions, settings } = choice;
  if (provider === "openai-compatible") {
    for (const key of ["compatibleProviderName", "providerBaseUrl"] as const)
      if (choice[key] === undefined) throw new WeftError("UNPROCESSABLE_ENTITY", { message: `Missing key: '${key}'.` });
  } else {
    if (models[provider].every(({ id }) => id !== providerModel))
      throw new WeftError("UNPROCESSABLE_ENTITY", {
        message: `The model '${providerModel}' is not one of the provider '${provider}'.`,
        suggestion: `Use one of: ${models[provider].map(({ id }) => id).join(", ")}.`,
      });
    for (const key of ["compatibleProviderName", "providerBaseUrl"] as const)
      if (choice[key] !== undefined) throw invalid([key], "is only allowed with the provider 'openai-compatible'.");
  }
  for (const key of Object.keys(providerOptions ?? {}))
    if (key !== provider) throw invalid(["providerOptions", key], `does not belong to the provider '${provider}'.`);
  const thinking = providerOptions?.anthropic?.thinking;
  if (thinking?.type === "enabled" && settings?.maxTokens !== undefined && thinking.budgetTokens >= settings.maxTokens)
    throw invalid(
      ["providerOptions", "anthropic", "thinking", "budgetTokens"],
      "must be less than 'settings.maxTokens'.",
    );
}
