/** The smallest call of a model, to see whether a key is accepted. */
import { ModelFailure } from "@weft/collab";
import type { TryModel } from "@weft/collab";
import type { KeyTestResult } from "@weft/protocol";
import { APICallError, generateText, JSONParseError, NoOutputGeneratedError, TypeValidationError } from "ai";
import { AddressRefused } from "../outbound/outbound.ts";
import { openModel } from "./language-model.ts";
import type { ProviderAddresses } from "./language-model.ts";
import { failureOf } from "./model-failure.ts";
import { providerOptionsOf } from "./provider-options.ts";

/** The least that all providers allow. */
const fewTokens = 16;

export async function tryModel(
  { project, model: choice, signal }: Parameters<TryModel>[0],
  addresses: ProviderAddresses,
): Promise<KeyTestResult> {
  try {
    const { providerTextBytes: providerResponseBytes } = addresses.limits;
    const limits = { ...addresses.limits, providerResponseBytes };
    const { model } = await openModel(choice, project, { ...addresses, limits });
    await generateText({
      model,
      messages: [{ role: "user", content: "Hi" }],
      maxOutputTokens: fewTokens,
      maxRetries: 0,
      providerOptions: providerOptionsOf(choice),
      abortSignal: signal,
    });
    return accepted;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    return resultOf(error);
  }
}

const accepted: KeyTestResult = { outcome: "accepted", message: null };
const elsewhere = "The address answers, but not as the API of this provider does. Check the base URL.";

function resultOf(error: unknown): KeyTestResult {
  // A model that thinks may spend its few tokens on that: the key was accepted.
  if (NoOutputGeneratedError.isInstance(error)) return accepted;
  if (APICallError.isInstance(error)) {
    const { statusCode, message } = error;
    if (statusCode === undefined) return { outcome: "unreachable", message: reasonOf(error) };
    if (statusCode < 300) return { outcome: "unreachable", message: elsewhere };
    const failure = failureOf(error);
    if (failure === "keyRejected") return { outcome: "refused", message };
    if (isAboutModel(error)) return { outcome: "modelNotFound", message };
    if (statusCode === 404) return { outcome: "unreachable", message: elsewhere };
    return { outcome: "failed", message };
  }
  if (JSONParseError.isInstance(error) || TypeValidationError.isInstance(error))
    return { outcome: "unreachable", message: elsewhere };
  if (error instanceof ModelFailure) return { outcome: "unreachable", message: elsewhere };
  return { outcome: "unreachable", message: reasonOf(error) };
}

function isAboutModel({ statusCode, message, responseBody = "" }: APICallError): boolean {
  if (statusCode !== 404 && statusCode !== 400 && statusCode !== 422) return false;
  const said = `${message} ${responseBody}`;
  if (/model_?not_?found|invalid_model|unknown model/i.test(said)) return true;
  return statusCode === 404 && /\bmodels?\b/i.test(said);
}

/** In the words of the client that checks addresses, where it has refused or failed. */
function reasonOf(error: unknown): string {
  let reason = "The provider cannot be reached.";
  for (let cause = error, depth = 0; cause instanceof Error && depth < 9; cause = cause.cause, depth++)
    if (cause instanceof AddressRefused) return cause.message;
    else if (/^The (server|host)/.test(cause.message)) reason = cause.message;
  return reason;
}
