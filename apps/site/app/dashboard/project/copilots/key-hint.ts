import { isElsewhere } from "./copilot-fields.ts";
import type { CopilotFields } from "./copilot-fields.ts";
import { providerNames } from "./provider-names.ts";
import type { StoredKey } from "./stored-key.ts";

/** What is known of the key that is stored. Keys are never shown. */
export function keyHint(
  stored: Omit<StoredKey, "copilotId"> | undefined,
  fields: Pick<CopilotFields, "provider" | "providerBaseUrl">,
): string {
  const { provider } = fields;
  if (stored === undefined) return "Stored encrypted. It is never shown again.";
  if (stored.provider !== provider)
    return `The stored key is for ${providerNames[stored.provider]}. Enter a key for ${providerNames[provider]}.`;
  if (isElsewhere(stored, fields)) return "The stored key is for another base URL. Enter the key for this one.";
  if (stored.end === undefined) return "Leave empty to keep the stored key.";
  if (stored.end === null) return "The stored key can no longer be read. Enter it again.";
  return `The stored key ends in ${stored.end}. Leave empty to keep it.`;
}
