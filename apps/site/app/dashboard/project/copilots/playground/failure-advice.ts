import { answerFailures } from "@weft/protocol/ai";
import type { AnswerFailure } from "@weft/protocol";

const advice: Partial<Record<AnswerFailure, string>> = {
  keyRejected: "Check the API key in the configuration.",
  quotaExceeded: "Check the limits and the billing of your account with the provider.",
  providerUnavailable: "Check the provider’s status, and the base URL if you have set one.",
  tooLong: "Raise “Max tokens”, or ask for shorter answers in the system prompt.",
  requestRefused: "Check that the model exists and supports the settings of the copilot.",
  timedOut: "Try a faster model, or a lower reasoning effort.",
};

const byReason: ReadonlyMap<string, string> = new Map(
  Object.entries(advice).map(([failure, text]) => [answerFailures[failure as AnswerFailure], text]),
);

/** What a member can do about a failed answer. */
export function failureAdvice(errorReason: string): string | undefined {
  return byReason.get(errorReason);
}
