import type { CopilotConfiguration } from "@weft/protocol";
import { fieldsOf, patchOf } from "../copilot-fields.ts";
import type { CopilotFields } from "../copilot-fields.ts";
import type { CopilotBody } from "../copilot-queries.ts";
import { fieldLabels, fieldNames } from "../field-labels.ts";
import { providerNames } from "../provider-names.ts";

/** The copilot as it would be with the configuration of a version. */
export function fieldsOfVersion(copilot: CopilotBody, version: CopilotConfiguration): CopilotFields {
  const { systemPrompt, knowledgePrompt, alwaysUseKnowledge, provider, providerModel } = version;
  const { providerOptions, compatibleProviderName, providerBaseUrl, settings } = version;
  return fieldsOf({
    ...copilot,
    systemPrompt,
    knowledgePrompt,
    alwaysUseKnowledge,
    provider,
    providerModel,
    providerOptions,
    compatibleProviderName,
    providerBaseUrl,
    settings,
  });
}

/** The change that restores a version. `key`: for another provider or address than the stored key's. */
export function restoringPatch(copilot: CopilotBody, version: CopilotConfiguration, key = "") {
  return patchOf(fieldsOf(copilot), { ...fieldsOfVersion(copilot, version), providerApiKey: key });
}

const ofPrompts: readonly (keyof CopilotFields)[] = ["systemPrompt", "knowledgePrompt"];
const notShown: readonly (keyof CopilotFields)[] = ["name", "description", "providerApiKey", ...ofPrompts];
const unset: readonly unknown[] = ["", "default", false];

/** The texts in which versions are compared. */
export function textsOf(fields: CopilotFields): readonly { readonly name: string; readonly text: string }[] {
  const settings = fieldNames
    .filter((name) => !notShown.includes(name) && !unset.includes(fields[name]))
    .map((name) => `${fieldLabels[name]}: ${valueOf(fields, name)}`);
  return [
    ...ofPrompts.map((name) => ({ name: fieldLabels[name], text: String(fields[name]) })),
    { name: "Model and settings", text: settings.join("\n") },
  ];
}

function valueOf(fields: CopilotFields, name: keyof CopilotFields): string {
  const value = fields[name];
  if (name === "provider") return providerNames[fields.provider];
  if (typeof value === "boolean") return value ? "on" : "off";
  return value
    .trim()
    .split(/\s*\n\s*/u)
    .join(", ");
}
