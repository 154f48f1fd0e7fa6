import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { copilotAsCurl, copilotAsNode } from "./copilot-as-code.ts";
import type { CopilotBody } from "./copilot-queries.ts";

const copilot: CopilotBody = {
  type: "copilot",
  id: "co_1",
  name: "Ada's helper",
  systemPrompt: 'Answer "briefly".\nNever run $(reboot).',
  alwaysUseKnowledge: false,
  provider: "anthropic",
  providerModel: "claude-opus-4-6",
  providerOptions: { anthropic: { thinking: { type: "enabled", budgetTokens: 2_000 } } },
  settings: { temperature: 0.5 },
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
};
const { type: _type, id: _id, createdAt: _createdAt, updatedAt: _updatedAt, ...draft } = copilot;

test("the call in a shell sends what the copilot is, and the keys of the environment", () => {
  const call = copilotAsCurl(copilot, "http://localhost:7070");
  // A function in place of curl shows what it would get.
  const output = execFileSync("sh", ["-c", `curl() { printf '%s\\0' "$@"; }\n${call}`], {
    env: { WEFT_SECRET_KEY: "sk_1", PROVIDER_API_KEY: "pk-2" },
  });
  const words = output.toString().split("\0").slice(0, -1);
  expect(words.slice(0, -1)).toEqual([
    "-X",
    "POST",
    "http://localhost:7070/v2/ai/copilots",
    "-H",
    "Authorization: Bearer sk_1",
    "-H",
    "Content-Type: application/json",
    "-d",
  ]);
  expect(JSON.parse(words.at(-1)!)).toEqual({ ...draft, providerApiKey: "pk-2" });
});

test("the call in Node.js sends the same", async () => {
  const code = copilotAsNode(copilot, "http://localhost:7070");
  const packages = ["client", "node"].map((name) => `http://localhost:7070/packages/${name}.tgz`);
  expect(code).toContain(`// npm install ${packages.join(" ")}\nimport { Weft } from "@weft/node";\n`);
  expect(code).toContain('baseUrl: "http://localhost:7070", secret: process.env.WEFT_SECRET_KEY');
  expect(code).toContain("  providerApiKey: process.env.PROVIDER_API_KEY,\n});");
  const argument = code.slice(code.indexOf("createAiCopilot(") + "createAiCopilot(".length, code.lastIndexOf(");"));
  const module = `const process = { env: { PROVIDER_API_KEY: "pk-2" } }; export default ${argument}`;
  const { default: given } = (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(module)}`
  )) as {
    default: unknown;
  };
  expect(given).toEqual({ ...draft, providerApiKey: "pk-2" });
});
