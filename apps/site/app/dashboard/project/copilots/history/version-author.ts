import type { CopilotVersionSummary } from "@weft/protocol";

const labels = {
  systemPrompt: "System prompt",
  knowledgePrompt: "Knowledge prompt",
  alwaysUseKnowledge: "Always use knowledge",
  provider: "Provider",
  providerModel: "Model",
  providerOptions: "Provider options",
  compatibleProviderName: "Provider name",
  providerBaseUrl: "Base URL",
  settings: "Settings",
} as const satisfies Record<CopilotVersionSummary["changed"][number], string>;

/** Who saved a version. */
export function versionAuthor({ by, memberName }: Pick<CopilotVersionSummary, "by" | "memberName">): string {
  if (by === "api") return "REST API";
  if (by === "unknown") return "Saved before versions were kept";
  return memberName ?? "Deleted account";
}

/** What a version changed. */
export function versionChanges({ changed }: Pick<CopilotVersionSummary, "changed">): string {
  return changed.length === 0 ? "First version" : changed.map((name) => labels[name]).join(", ");
}
