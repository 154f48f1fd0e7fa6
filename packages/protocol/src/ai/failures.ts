/**
 * Why an answer of a copilot failed, as users read it: the `errorReason` of a failed message. Clients show it in an error
 * box, except `aborted`. None names a key, an address or the text of a provider.
 */
export const answerFailures = {
  aborted: "Aborted by user",
  lostConnection: "Lost connection",
  providerUnavailable: "The AI provider is currently overloaded or unavailable",
  quotaExceeded: "The AI provider's rate limit or quota exceeded",
  tooLong: "The AI provider response exceeded the maximum token limit",
  additionalProperties: "For this AI provider, 'additionalProperties: false' is required to be set in the properties",
  timedOut: "The response timed out",
  copilotNotFound: "Copilot not found",
  keyRejected: "The AI provider rejected the API key",
  contentFiltered: "The response was blocked by the AI provider's content filter",
  tooManySteps: "Maximum number of steps reached",
  monthlyLimit: "Monthly AI message limit reached",
  budgetReached: "The project's AI budget for this month is used up",
  tooManyAnswers: "Too many answers are being generated at once. Wait for one to finish",
  messageTooLong: "The message is too long",
  toolResultTooLong: "The result of a tool is too long",
  chatFull: "This chat is full. Start a new chat",
  chatsFull: "Your chats are full. Delete some to continue",
  projectFull: "This project has no space left for messages",
  requestRefused: "The AI provider could not process the request",
} as const;

export type AnswerFailure = keyof typeof answerFailures;
