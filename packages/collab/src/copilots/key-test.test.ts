import type { CopilotId, KeyTestRequest, KeyTestResult, ProjectId } from "@weft/protocol";
import { expect, test } from "vitest";
import { newCopilot } from "../../suites/copilot-records.suite.ts";
import { modelsWith } from "./copilot-rules.ts";
import { createKeyTest, withoutKey } from "./key-test.ts";
import type { TryModel } from "./key-test.ts";

const project = "p1" as ProjectId;
const key = "sk-a-long-secret-of-a-provider";

function open(answer: KeyTestResult | "silence" = { outcome: "accepted", message: null }) {
  const calls: Parameters<TryModel>[0][] = [];
  const timers: { ms: number; run: () => unknown }[] = [];
  const keyTest = createKeyTest({
    copilots: {
      models: modelsWith(),
      get: async () => ({ ...newCopilot("co_1"), revision: 1 }),
      keyOf: (_, { sealedKey }) => (sealedKey === "sealed" ? "the stored key" : undefined),
    },
    async tryModel(call) {
      calls.push(call);
      if (answer !== "silence") return answer;
      return new Promise((_, reject) => {
        call.signal.addEventListener("abort", () => reject(call.signal.reason as Error));
        for (const { run } of timers) run();
      });
    },
    clock: {
      now: () => 0,
      setTimer(ms, run) {
        timers.push({ ms, run });
        return { cancel: () => void timers.splice(0) };
      },
    },
    limits: { copilotKeyTestMs: 5_000, copilotKeyTestMessageLength: 40 },
  });
  return { keyTest, calls, timers };
}

const request: KeyTestRequest = { provider: "openai", providerModel: "gpt-5", providerApiKey: key };
const copilotId = "co_1" as CopilotId;

test("[CP8] the key that is entered is tried with the chosen model and address", async () => {
  const { keyTest, calls, timers } = open();
  expect(await keyTest(project, request)).toEqual({ outcome: "accepted", message: null });
  const elsewhere = {
    provider: "openai-compatible",
    providerModel: "any",
    providerBaseUrl: "https://a.example/v1",
  } as const;
  await keyTest(project, { ...elsewhere, providerApiKey: key, copilotId });
  expect(calls.map(({ model }) => model)).toEqual([
    { provider: "openai", name: "gpt-5", apiKey: key },
    {
      provider: "openai-compatible",
      name: "any",
      apiKey: key,
      compatible: { name: "tested", baseUrl: "https://a.example/v1", ofOperator: false },
    },
  ]);
  // Nothing is left waiting.
  expect(timers).toEqual([]);
});

test("[CP7] [CP8] the stored key is tried only where it belongs", async () => {
  const { keyTest, calls } = open();
  const { providerApiKey: _, ...withoutAny } = request;
  await keyTest(project, { ...withoutAny, copilotId });
  expect(calls[0]).toMatchObject({ model: { apiKey: "the stored key" } });
  const missing = { code: "UNPROCESSABLE_ENTITY", message: expect.stringContaining("'providerApiKey'") };
  const elsewhere = {
    provider: "openai-compatible",
    providerModel: "any",
    providerBaseUrl: "https://a.example",
  } as const;
  for (const refused of [
    withoutAny,
    { ...elsewhere, copilotId },
    { ...withoutAny, provider: "google", providerModel: "gemini-2.5-pro", copilotId } as const,
  ])
    await expect(keyTest(project, refused)).rejects.toMatchObject(missing);
  await expect(keyTest(project, { ...request, providerModel: "claude-opus-4-6" })).rejects.toMatchObject({
    code: "UNPROCESSABLE_ENTITY",
  });
  expect(calls).toHaveLength(1);
});

test("[CP8] the provider's message is one line, cut, and without the key", async () => {
  const said = `Incorrect\n\tkey: ${key}. ${"More. ".repeat(20)}`;
  const { keyTest } = open({ outcome: "refused", message: said });
  const { message } = await keyTest(project, request);
  expect(message).toMatch(/^Incorrect key: …\. More\./);
  expect(message).not.toContain("secret");
  expect(message!.length).toBeLessThanOrEqual(41);
});

test("[CP8] a provider that does not answer in time is not waited for", async () => {
  const { keyTest } = open("silence");
  expect(await keyTest(project, request)).toEqual({
    outcome: "unreachable",
    message: "The provider did not answer within 5 seconds.",
  });
});

test.for([
  [key, "…"],
  [`a ${key}${key} b ${key}`, "a …… b …"],
  [`cut: ${key.slice(0, 12)}`, "cut: …"],
  [`sk-a-***ider`, "sk-a-***ider"],
  ["nothing", "nothing"],
  ["", ""],
] as const)("[CP8] of %j, %j is shown", ([text, shown]) => {
  expect(withoutKey(text, key).replaceAll("……", "…")).toBe(shown.replaceAll("……", "…"));
});

test("[CP8] a short key is taken out, too", () => {
  expect(withoutKey("The key abc is wrong", "abc")).toBe("The key … is wrong");
  expect(withoutKey("No key", "")).toBe("No key");
});
