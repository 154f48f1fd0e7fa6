import { z } from "zod";
import catalogue from "./models.json" with { type: "json" };

export const copilotProviders = ["openai", "anthropic", "google", "openai-compatible"] as const;
export const CopilotProvider = z.enum(copilotProviders);
export type CopilotProvider = z.output<typeof CopilotProvider>;

/** A provider whose models are listed. `openai-compatible` takes any name. */
export type ListedProvider = Exclude<CopilotProvider, "openai-compatible">;

/** A model that a copilot may use. */
export interface CopilotModel {
  readonly id: string;
  /** The name under which the provider knows it, if another. */
  readonly sentAs?: string;
}

/** The models of each provider, the newest first. Operators add more with the setting `WEFT_AI_MODELS`. */
export const copilotModels: Readonly<Record<ListedProvider, readonly CopilotModel[]>> = catalogue;
