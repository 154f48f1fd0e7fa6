import type { CopilotId, ProjectId } from "@weft/protocol";
import { expect, test } from "vitest";
import type { ModelCall } from "./model.ts";
import { ModelFailure } from "./model.ts";
import type { CopilotInUse } from "./copilot-in-use.ts";
import type { CopilotRecord } from "./copilot-records.ts";
import { createContextualPrompts } from "./contextual-prompts.ts";
import type { ContextualPromptsOptions } from "./contextual-prompts.ts";

const project = "p1" as ProjectId;
const prompt = {
  prompt: "Make it shorter",
  context: { beforeSelection: "Once ", selection: "upon a time", afterSelection: "." },
};
const copilot = (name: string): CopilotInUse => ({
  name,
  systemPrompt: `You are ${name}.`,
  alwaysUseKnowledge: false,
  model: { provider: "openai", name: "gpt-5", apiKey: "sk" },
});

interface World {
  readonly said?: string | Error;
  readonly byDefault?: boolean;
  readonly newest?: boolean;
  readonly budget?: Partial<ContextualPromptsOptions["budget"]>;
}

function open({ said = "", byDefault = true, newest = true, budget }: World) {
  const calls: Pick<ModelCall, "instructions" | "turns" | "signal">[] = [];
  const spent: unknown[] = [];
  let timeOut: () => unknown = () => {};
  const prompts = createContextualPrompts({
    copilots: {
      async use(_, id) {
        if (id !== undefined) return copilot("the newest");
        return { ...copilot("the default"), ...(!byDefault && { model: undefined }) };
      },
      list: async () => ({
        copilots: newest ? [{ id: "co_1" as CopilotId } as CopilotRecord] : [],
        nextCursor: null,
      }),
    },
    models: {
      async text(call) {
        calls.push(call);
        if (said === "silence")
          return await new Promise((_, reject) =>
            call.signal.addEventListener("abort", () => reject(call.signal.reason as Error)),
          );
        if (said instanceof Error) throw said;
        return { text: said, usage: { input: 3, output: 2 } };
      },
    },
    budget: {
      ask: async () => undefined,
      begun: () => {},
      ended: () => {},
      isReached: async () => false,
      spent: (...all) => void spent.push(all),
      ...budget,
    },
    clock: {
      now: () => 0,
      setTimer(_, run) {
        timeOut = run;
        return { cancel() {} };
      },
    },
    failed: () => {},
  });
  return { prompts, calls, spent, timeOut: () => timeOut() };
}

test.each([
  ['{"type":"insert","text":"More."}', { type: "insert", text: "More." }],
  ['```json\n{"type":"other","text":"It is {fine}."}\n```', { type: "other", text: "It is {fine}." }],
  [" Once. ", { type: "replace", text: "Once." }],
  ['{"type":"delete","text":"x"}', { type: "replace", text: '{"type":"delete","text":"x"}' }],
])("[CP6] the model's answer %j is read as what to do with the text", async (said, answer) => {
  const { prompts, calls, spent } = open({ said });
  expect(await prompts.answer(project, prompt)).toEqual(answer);
  expect(calls[0]).toMatchObject({ turns: [{ role: "user", text: JSON.stringify(prompt) }] });
  expect(calls[0]!.instructions).toMatch(/^You are the default\./);
  expect(spent).toEqual([[project, undefined, { input: 3, output: 2 }]]);
});

test("[CP6] the newest copilot of the project answers where the server has no default, and none without any", async () => {
  const { prompts, calls } = open({ said: "Once.", byDefault: false });
  await prompts.answer(project, prompt);
  expect(calls[0]!.instructions).toMatch(/^You are the newest\./);
  const none = open({ byDefault: false, newest: false });
  await expect(none.prompts.answer(project, prompt)).rejects.toMatchObject({ code: "AI_NOT_CONFIGURED" });
});

test("[CP6] failures, the end of time and of the budget are told in words for users", async () => {
  const failing = open({ said: new ModelFailure("quotaExceeded", "sk-secret") });
  await expect(failing.prompts.answer(project, prompt)).rejects.toMatchObject({
    code: "AI_UNAVAILABLE",
    message: "The AI provider's rate limit or quota exceeded.",
  });
  const slow = open({ said: "silence" });
  const answer = slow.prompts.answer(project, prompt);
  await expect.poll(() => slow.calls.length).toBe(1);
  slow.timeOut();
  await expect(answer).rejects.toMatchObject({ message: "The response timed out." });
  const spent = open({ budget: { ask: async () => "monthlyLimit" } });
  await expect(spent.prompts.answer(project, prompt)).rejects.toMatchObject({
    code: "AI_UNAVAILABLE",
    message: "Monthly AI message limit reached.",
  });
  expect(spent.calls).toEqual([]);
});

test("[CP6] models are asked for plain text, as editors insert what they answer unchanged", async () => {
  const { prompts, calls } = open({ said: "Once." });
  await prompts.answer(project, prompt);
  expect(calls[0]?.instructions).toContain("`text` is plain text");
  expect(calls[0]?.instructions).not.toContain("is Markdown");
});
