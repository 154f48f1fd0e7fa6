import type { CopilotChoices, CopilotPatch, CopilotVersionSummary } from "@weft/protocol";
import { fieldsOf, patchOf } from "../copilot-fields.ts";
import type { CopilotFields } from "../copilot-fields.ts";
import type { CopilotBody } from "../copilot-queries.ts";
import { versionTime } from "../../room/versions/version-time.ts";

/** A configuration to try, as the address has it. */
export type ConfigurationChoice = "saved" | "unsaved" | `version:${number}` | `model:${string}`;

export interface ConfigurationOption {
  readonly value: ConfigurationChoice;
  readonly label: string;
}

export interface ConfigurationSources {
  readonly copilot: CopilotBody;
  readonly hasUnsaved: boolean;
  readonly versions: readonly CopilotVersionSummary[];
  readonly choices: Pick<CopilotChoices, "models"> | undefined;
}

/** What an answer can be made with: the saved configuration first, then what differs from it. */
export function configurationOptions(sources: ConfigurationSources): readonly ConfigurationOption[] {
  const { copilot, hasUnsaved, versions, choices } = sources;
  const { provider, providerModel } = copilot;
  const models = provider === "openai-compatible" ? [] : (choices?.models[provider] ?? []);
  return [
    { value: "saved", label: "Saved configuration" },
    ...(hasUnsaved ? [{ value: "unsaved", label: "Unsaved changes" } as const] : []),
    ...models
      .filter((model) => model !== providerModel)
      .map((model) => ({ value: `model:${model}`, label: `With ${model}` }) as const),
    // The newest version is the saved configuration.
    ...versions
      .slice(1)
      .map(
        (version) => ({ value: `version:${version.version}`, label: `Version of ${versionTime(version)}` }) as const,
      ),
  ];
}

/** The choice in the address, if there is one that is offered. */
export function configurationChoice(text: string, options: readonly ConfigurationOption[]): ConfigurationChoice {
  return options.find(({ value }) => value === text)?.value ?? "saved";
}

/** The version that a choice names. */
export function versionOf(choice: ConfigurationChoice): number | undefined {
  return choice.startsWith("version:") ? Number(choice.slice("version:".length)) : undefined;
}

/** The changes of a form that is not saved, as far as answers depend on them. */
export function unsavedPatch(copilot: CopilotBody, fields: CopilotFields): CopilotPatch {
  const { name: _name, description: _description, ...patch } = patchOf(fieldsOf(copilot), fields);
  return patch;
}
