import { WeftError } from "@weft/protocol";
import type { CopilotId, ProjectId } from "@weft/protocol";
import { expect, test } from "vitest";
import { noCounts } from "../activity/activity-records.ts";
import type { DayRecord } from "../activity/activity-records.ts";
import { createAnswerBudget } from "./answer-budget.ts";

const project = "p1" as ProjectId;

function world({ tokens = 0, aiTokensPerMonth = 0, most = Infinity } = {}) {
  const here = {
    now: Date.parse("2026-11-30T23:50:00Z"),
    tokens,
    reads: 0,
    asked: 0,
    used: [] as unknown[],
    usedFor: [] as unknown[],
    answered: [] as unknown[],
  };
  const budget = createAnswerBudget({
    quotas: {
      async admitAiMessage() {
        if (++here.asked > most) throw new WeftError("PLAN_LIMIT_REACHED");
      },
    },
    records: {
      async days(id, day): Promise<readonly DayRecord[]> {
        here.reads++;
        const aiInputTokens = id === project ? here.tokens : 0;
        return [{ project: id, day, ...noCounts(), aiInputTokens, peakRoomConnections: 0, lastAt: 0 }];
      },
    },
    used: (_, use) => void here.used.push(use),
    usedFor: (_, copilot, use) => void here.usedFor.push([copilot, use]),
    answered: (_, copilot, outcomes) => void here.answered.push([copilot, outcomes]),
    settle: async () => {},
    now: () => here.now,
    limits: { aiTokensPerMonth },
  });
  return Object.assign(here, { budget });
}

test("[CH13] each accepted question counts, and those beyond the plan are refused and do not", async () => {
  const here = world({ most: 2 });
  expect([await here.budget.ask(project), await here.budget.ask(project)]).toEqual([undefined, undefined]);
  expect(await here.budget.ask(project)).toBe("monthlyLimit");
  expect(here.used).toEqual([{ aiMessages: 1 }, { aiMessages: 1 }]);
  // Without a budget nothing is read.
  expect(here.reads).toBe(0);
});

test("[CH13] a project that has used the tokens of its month is refused until the next one", async () => {
  const here = world({ tokens: 90, aiTokensPerMonth: 100 });
  expect(await here.budget.ask(project)).toBeUndefined();
  here.budget.spent(project, undefined, { input: 6, output: 4 });
  expect(here.used.at(-1)).toEqual({ aiInputTokens: 6, aiOutputTokens: 4 });
  expect(await here.budget.ask(project)).toBe("budgetReached");
  expect(await here.budget.ask("p2" as ProjectId)).toBeUndefined();
  expect(here.reads).toBe(2);
  here.tokens = 0;
  here.now = Date.parse("2026-12-01T00:00:00Z");
  expect(await here.budget.ask(project)).toBeUndefined();
});

test("[CH13] what other processes have spent counts after a minute", async () => {
  const here = world({ aiTokensPerMonth: 100 });
  expect(await here.budget.ask(project)).toBeUndefined();
  here.tokens = 100;
  expect(await here.budget.ask(project)).toBeUndefined();
  here.now += 60_000;
  expect(await here.budget.ask(project)).toBe("budgetReached");
});

test("[CH13] what a copilot answers and spends counts for it and for its project, and a budget says when it is reached", async () => {
  const here = world({ aiTokensPerMonth: 100 });
  const copilot = "co_1" as CopilotId;
  here.budget.begun(project, copilot);
  expect(await here.budget.isReached(project)).toBe(false);
  here.budget.spent(project, copilot, { input: 90, output: 10 });
  here.budget.spent(project, undefined, { input: 1, output: 0 });
  expect(here.usedFor).toEqual([
    [copilot, { aiMessages: 1 }],
    [copilot, { aiInputTokens: 90, aiOutputTokens: 10 }],
    [undefined, { aiInputTokens: 1, aiOutputTokens: 0 }],
  ]);
  here.budget.ended(project, copilot, { totalMs: 400, firstMs: 90 });
  here.budget.ended(project, copilot, "timedOut");
  expect(here.answered).toEqual([
    [copilot, ["total:500", "first:100"]],
    [copilot, ["failed:timedOut"]],
  ]);
  expect(here.used).toHaveLength(2);
  expect(await here.budget.isReached(project)).toBe(true);
  expect(await world({ tokens: 1_000 }).budget.isReached(project)).toBe(false);
});
