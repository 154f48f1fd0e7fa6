import { installNodePackage } from "../shared/install-node-package.ts";
import type { CopilotBody } from "./copilot-queries.ts";

/** The body of the call that creates a copilot, besides the key of its provider. */
const sent = [
  "name",
  "description",
  "systemPrompt",
  "knowledgePrompt",
  "alwaysUseKnowledge",
  "provider",
  "providerModel",
  "compatibleProviderName",
  "providerBaseUrl",
  "providerOptions",
  "settings",
] as const satisfies readonly (keyof CopilotBody)[];

/** The call that creates a copilot like this one, for a shell. Both keys are variables of the environment. */
export function copilotAsCurl(copilot: CopilotBody, serverUrl: string): string {
  const draft = JSON.stringify(draftOf(copilot), null, 2).replaceAll("'", String.raw`'\''`);
  // Between single quotes a shell replaces nothing: they end before the variable, and begin again after it.
  const body = draft.replace(/\n\}$/u, () => `,\n  "providerApiKey": "'"$PROVIDER_API_KEY"'"\n}`);
  return [
    `curl -X POST '${serverUrl}/v2/ai/copilots'`,
    `-H "Authorization: Bearer $WEFT_SECRET_KEY"`,
    "-H 'Content-Type: application/json'",
    `-d '${body}'`,
  ].join(" \\\n  ");
}

/** The same call in Node.js. */
export function copilotAsNode(copilot: CopilotBody, serverUrl: string): string {
  const draft = JSON.stringify(draftOf(copilot), null, 2)
    // A name that needs no quotes has none; a text holds no line that begins like this.
    .replaceAll(/^( +)"(\w+)":/gmu, "$1$2:")
    .replace(/\n\}$/u, ",\n  providerApiKey: process.env.PROVIDER_API_KEY,\n}");
  return `// ${installNodePackage(serverUrl)}
import { Weft } from "@weft/node";

const weft = new Weft({ baseUrl: ${JSON.stringify(serverUrl)}, secret: process.env.WEFT_SECRET_KEY });

const copilot = await weft.createAiCopilot(${draft});
`;
}

function draftOf(copilot: CopilotBody): Partial<CopilotBody> {
  return Object.fromEntries(sent.flatMap((name) => (copilot[name] === undefined ? [] : [[name, copilot[name]]])));
}
