import { CopilotDraft } from "@weft/protocol/copilots";
import type { z } from "zod";
import { refusalText } from "../shared/refusal-text.ts";
import { draftOf, emptyFields, isElsewhere } from "./copilot-fields.ts";
import type { CopilotFields } from "./copilot-fields.ts";
import type { StoredKey } from "./stored-key.ts";

export type CopilotFieldName = keyof CopilotFields;
export type CopilotFaults = Partial<Record<CopilotFieldName, string>>;

/**
 * What is wrong with the fields of a copilot, by the rules of the REST API. `stored`: the key that is stored
 * already; undefined for a new copilot.
 */
export function faultsOf(fields: CopilotFields, stored?: Pick<StoredKey, "provider" | "baseUrl">): CopilotFaults {
  const faults: CopilotFaults = {};
  const keepsKey = fields.providerApiKey.trim() === "" && stored !== undefined && !isElsewhere(stored, fields);
  const draft = draftOf(keepsKey ? { ...fields, providerApiKey: "kept" } : fields);
  const { error } = CopilotDraft.safeParse(draft);
  for (const issue of error?.issues ?? []) {
    const field = fieldAt(issue.path.map(String));
    if (field !== undefined) faults[field] ??= faultOf(issue);
  }
  if (fields.systemPrompt.trim() === "") faults.systemPrompt = "Required";
  return faults;
}

/** The field that an answer of the server is about, with what it says; undefined if it is about none. */
export function refusedField(error: { readonly message: string }): readonly [CopilotFieldName, string] | undefined {
  const { message } = error;
  if (/^The model '[^']*' is not one of /u.test(message)) return ["providerModel", message];
  if (message.startsWith("Missing key: 'providerApiKey'"))
    return ["providerApiKey", "Enter the key for this provider and base URL"];
  const [, path] = /^(?:Value at key(?:path)?|Missing key:?) '([^']*)'/u.exec(message) ?? [];
  const field = path === undefined ? undefined : fieldAt(path.split("."));
  return field && [field, refusalText(error)];
}

const options: Readonly<Record<string, CopilotFieldName>> = {
  webSearch: "allowedDomains",
  thinking: "thinkingBudget",
  thinkingConfig: "thinkingBudget",
  reasoningEffort: "reasoningEffort",
};

/** The field of the form that a member of the call comes from. */
function fieldAt([first, second, third]: readonly string[]): CopilotFieldName | undefined {
  if (first === "providerOptions") return options[third ?? ""];
  const name = first === "settings" ? second : first;
  return name !== undefined && name in emptyFields ? (name as CopilotFieldName) : undefined;
}

function faultOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "too_small":
      if (issue.origin === "string") return "Required";
      return `Must be at least ${issue.minimum}`;
    case "too_big":
      if (issue.origin === "string") return `Use at most ${issue.maximum.toLocaleString("en-US")} characters`;
      if (issue.origin === "array") return `Use at most ${issue.maximum}`;
      return `Must be at most ${issue.maximum}`;
    case "invalid_union":
      return "Enter a whole number of tokens";
    case "invalid_type":
      return issue.expected === "int" ? "Enter a whole number" : "Enter a number";
    case "invalid_format":
      return issue.format === "url" ? "Enter an absolute URL, such as https://models.example.com/v1" : sentence(issue);
    default:
      return sentence(issue);
  }
}

function sentence({ message }: z.core.$ZodIssue): string {
  const plain = message.replaceAll("`", "");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
