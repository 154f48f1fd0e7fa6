import type { AnswerFailure, CopilotId, ProjectId } from "@weft/protocol";
import type { ModelUsage } from "./model.ts";

/** How long an answer took, and how long its first piece. */
export interface AnswerTimes {
  readonly totalMs: number;
  readonly firstMs?: number;
}

/** What answers may cost. */
export interface AnswerBudget {
  /** Counts a question of a project; why it may not be answered, if it may not. */
  ask(project: ProjectId): Promise<AnswerFailure | undefined>;
  /** Counts the question for the copilot that answers it. */
  begun(project: ProjectId, copilot: CopilotId | undefined): void;
  /** Whether the project has used the tokens that it may use in this month. */
  isReached(project: ProjectId): Promise<boolean>;
  /** Counts how an answer of a copilot ended: well after a time, or for a reason. */
  ended(project: ProjectId, copilot: CopilotId | undefined, end: AnswerTimes | AnswerFailure): void;
  /** Notes the tokens of one call of a model, an embedding model among them. */
  spent(project: ProjectId, copilot: CopilotId | undefined, usage: ModelUsage): void;
}

/** The clock and timers of answers. */
export interface AnswerClock {
  /** Milliseconds since the epoch. */
  now(): number;
  setTimer(afterMs: number, run: () => unknown): { cancel(): void };
}
