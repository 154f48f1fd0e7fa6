/** Requests of the calls of copilots: see `test-requests.ts`. For tests. */
import type { Copilots } from "@weft/collab";
import type { CopilotDraft, ProjectId } from "@weft/protocol";
import type { Example } from "./test-request.ts";

interface OfCopilot {
  readonly copilot: string;
}

const draft: CopilotDraft = {
  name: "Helper",
  systemPrompt: "Help.",
  provider: "openai",
  providerModel: "gpt-5",
  providerApiKey: "sk-secret",
};

export async function prepareCopilot(copilots: Copilots, project: ProjectId): Promise<string> {
  return (await copilots.create(project, draft)).id;
}

const ofCopilot = ({ copilot }: OfCopilot) => ({ path: { copilotId: copilot } });

export const copilotExamples: readonly (readonly [string, (context: OfCopilot) => Example])[] = [
  ["list-copilots", () => ({ query: "?limit=5" })],
  ["create-copilot", () => ({ body: { ...draft, description: "Answers.", settings: { temperature: 0.5 } } })],
  ["get-copilot", ofCopilot],
  ["update-copilot", (context) => ({ ...ofCopilot(context), body: { name: "Other", description: null } })],
  ["delete-copilot", ofCopilot],
  [
    "contextual-prompt-as-user",
    () => ({
      body: { prompt: "Go on", context: { beforeSelection: "Once ", selection: "", afterSelection: "" } },
    }),
  ],
];
