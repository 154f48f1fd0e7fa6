import { limits as platformLimits, WeftError } from "@weft/protocol";
import type { CopilotId, Limits, ProjectId } from "@weft/protocol";
import { dayOf } from "../activity/activity-records.ts";
import type { ActivityRecords } from "../activity/activity-records.ts";
import type { AiUse } from "../activity/activity-writer.ts";
import { outcomesOf } from "../activity/answer-outcomes.ts";
import { monthAfter, monthOf } from "../activity/months.ts";
import { FreshCache } from "../fresh-cache.ts";
import type { PlanQuotas } from "../plan-quotas.ts";
import { createSharedCounts, portionOf } from "../shared-counts.ts";
import { createInProcessSignals } from "../signals/in-process-signals.ts";
import type { Signals } from "../signals/signals.ts";
import type { AnswerBudget } from "../copilots/answer-ports.ts";

export interface AnswerBudgetOptions {
  readonly quotas: Pick<PlanQuotas, "admitAiMessage">;
  readonly records: Pick<ActivityRecords, "days">;
  /** Counts what was used. */
  readonly used: (project: ProjectId, use: Partial<AiUse>) => void;
  /** Counts what was used for a copilot that exists; undefined for the default model. */
  readonly usedFor: (project: ProjectId, copilot: CopilotId | undefined, use: Partial<AiUse>) => void;
  /** Counts how answers ended. */
  readonly answered: (project: ProjectId, copilot: CopilotId | undefined, outcomes: readonly string[]) => void;
  /** Has what happened so far counted, before it is read. */
  readonly settle: () => Promise<void>;
  /** Reach the other processes. By default, there are none. */
  readonly signals?: Signals;
  readonly now: () => number;
  readonly limits?: Pick<Limits, "aiTokensPerMonth">;
}

const freshMs = 60_000;
/** Projects that are remembered; the one that was used last longest ago is forgotten. */
const remembered = 10_000;

interface KnownTokens {
  tokens: number;
}

/**
 * What answers of copilots may cost: so many questions as the plan of the project's team includes, and so many tokens as the
 * operator allows.
 *
 * Tokens are known only when a call of a model has ended, so the answers in progress may exceed the budget. They are read once
 * a minute, and what any process spends in between is added in memory.
 */
export function createAnswerBudget(options: AnswerBudgetOptions): AnswerBudget {
  const { quotas, records, used, usedFor, answered, settle, now, limits = platformLimits } = options;
  const { signals = createInProcessSignals() } = options;
  /** By month and project. */
  const known = new FreshCache<string, KnownTokens>({ capacity: remembered, freshForMs: freshMs, now });
  const keyOf = (project: ProjectId) => `${monthOf(now())} ${project}`;

  const add = (key: string, tokens: number) => {
    const found = known.last(key);
    if (found !== undefined) found.tokens += tokens;
  };
  const shared = createSharedCounts({ signals, name: "tokens of projects", taken: add });

  async function tokensOf(project: ProjectId): Promise<number> {
    const month = monthOf(now());
    const found = await known.read(keyOf(project), async () => {
      await settle();
      const start = Date.parse(`${month}-01T00:00:00.000Z`);
      const days = await records.days(project, dayOf(start), dayOf(monthAfter(start, 1)));
      return { tokens: days.reduce((sum, day) => sum + day.aiInputTokens + day.aiOutputTokens, 0) };
    });
    return found.tokens;
  }

  async function isReached(project: ProjectId): Promise<boolean> {
    const { aiTokensPerMonth } = limits;
    return aiTokensPerMonth > 0 && (await tokensOf(project)) >= aiTokensPerMonth;
  }

  return {
    isReached,
    async ask(project) {
      if (await isReached(project)) return "budgetReached";
      try {
        await quotas.admitAiMessage(project);
      } catch (error) {
        if (error instanceof WeftError && error.code === "PLAN_LIMIT_REACHED") return "monthlyLimit";
        throw error;
      }
      used(project, { aiMessages: 1 });
      return undefined;
    },
    ended(project, copilot, end) {
      answered(project, copilot, outcomesOf(end));
    },
    begun: (project, copilot) => usedFor(project, copilot, { aiMessages: 1 }),
    spent(project, copilot, { input, output }) {
      const tokens = { aiInputTokens: input, aiOutputTokens: output };
      used(project, tokens);
      usedFor(project, copilot, tokens);
      add(keyOf(project), input + output);
      if (limits.aiTokensPerMonth > 0) shared.add(keyOf(project), input + output, portionOf(limits.aiTokensPerMonth));
    },
  };
}
