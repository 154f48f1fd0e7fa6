import { ModelFailure } from "@weft/collab";
import type { AnswerFailure } from "@weft/protocol";
import {
  APICallError,
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  NoOutputGeneratedError,
  RetryError,
  StreamProviderError,
  TypeValidationError,
} from "ai";

/** An error of a provider's package as users read it. */
export function toModelFailure(error: unknown): ModelFailure {
  // The packages wrap what ended the reading of a response.
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof ModelFailure) return cause;
  return new ModelFailure(failureOf(RetryError.isInstance(error) ? error.lastError : error), error);
}

/** Of what a provider's package throws, without those that wrap it. */
export function failureOf(cause: unknown): AnswerFailure {
  if (StreamProviderError.isInstance(cause)) {
    const { statusCode, type = "", code = "", message } = cause;
    return failureOfRefusal(statusCode, `${type} ${code} ${message}`);
  }
  if (APICallError.isInstance(cause)) {
    const { statusCode, message, responseBody = "" } = cause;
    return failureOfRefusal(statusCode, `${message} ${responseBody}`);
  }
  if (brokenAnswers.some((kind) => kind.isInstance(cause))) return "providerUnavailable";
  if (cause instanceof Error) return isConnectionError(cause) ? "providerUnavailable" : "requestRefused";
  // What a provider says inside a stream, where its package does not read it.
  return failureOfRefusal(undefined, typeof cause === "string" ? cause : JSON.stringify(cause));
}

/** Answers that are not of the provider's format, or end before they should. */
const brokenAnswers = [
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  NoOutputGeneratedError,
  TypeValidationError,
] as const;

/** Inside of a stream there is a kind of error where HTTP has a status, or nothing at all. */
function failureOfRefusal(status: number | undefined, said: string): AnswerFailure {
  // The answer began, and its connection broke.
  if (status !== undefined && status < 300) return "providerUnavailable";
  const refused = status === undefined || status < 500;
  if (refused && /quota|billing|credit balance|RESOURCE_EXHAUSTED/i.test(said)) return "quotaExceeded";
  if (status === 401 || status === 403 || /api key not valid|API_KEY_INVALID/i.test(said)) return "keyRejected";
  if (status === 429) return "quotaExceeded";
  if (status === 408 || !refused) return "providerUnavailable";
  if (/additionalProperties/.test(said)) return "additionalProperties";
  if (/content.?(filter|policy)/i.test(said)) return "contentFiltered";
  if (status !== undefined) return "requestRefused";
  if (/rate.?limit/i.test(said)) return "quotaExceeded";
  if (/authentication_error|invalid_api_key|permission|UNAUTHENTICATED/i.test(said)) return "keyRejected";
  if (/invalid_request|INVALID_ARGUMENT|not_found/i.test(said)) return "requestRefused";
  // A call without an answer, or a provider that stopped in the middle of one.
  return "providerUnavailable";
}

function isConnectionError(error: Error): boolean {
  if (error instanceof TypeError && /fetch failed|terminated|cannot be reached|Too many requests/i.test(error.message))
    return true;
  const { code } = error as NodeJS.ErrnoException;
  return code !== undefined && /^(E[A-Z]+|UND_ERR)/.test(code) && !code.startsWith("ERR_");
}
