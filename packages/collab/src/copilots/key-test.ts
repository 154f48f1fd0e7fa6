/** Tries a provider's key with the smallest possible request. */
import { limits as platformLimits, WeftError } from "@weft/protocol";
import type { KeyTestRequest, KeyTestResult, Limits, ProjectId } from "@weft/protocol";
import type { AnswerClock } from "./answer-ports.ts";
import type { CopilotRecord } from "./copilot-records.ts";
import { checkChoice, checkKeyDestination, sentModel } from "./copilot-rules.ts";
import type { Copilots } from "./copilots.ts";
import type { ModelCall } from "./model.ts";

/** Calls the model once. Never rejects, except with the reason of the signal. `message` may quote the key. */
export type TryModel = (call: Pick<ModelCall, "project" | "model" | "signal">) => Promise<KeyTestResult>;

export interface KeyTestOptions {
  readonly copilots: Pick<Copilots, "get" | "keyOf" | "models">;
  readonly tryModel: TryModel;
  readonly clock: AnswerClock;
  readonly limits?: Pick<Limits, "copilotKeyTestMs" | "copilotKeyTestMessageLength">;
}

/**
 * UNPROCESSABLE_ENTITY for what does not fit the provider, and where no key is entered and none is stored for this provider
 * and address; RESOURCE_NOT_FOUND if there is no such copilot.
 */
export type KeyTest = (project: ProjectId, request: KeyTestRequest) => Promise<KeyTestResult>;

export function createKeyTest({ copilots, tryModel, clock, limits = platformLimits }: KeyTestOptions): KeyTest {
  const { copilotKeyTestMs, copilotKeyTestMessageLength } = limits;
  return async (project, request) => {
    const { provider, providerModel, providerBaseUrl } = request;
    const name = provider === "openai-compatible" ? "tested" : undefined;
    const choice = { provider, providerModel, providerBaseUrl: providerBaseUrl ?? undefined };
    checkChoice(copilots.models, { ...choice, compatibleProviderName: name });
    const apiKey = request.providerApiKey ?? (await storedKey(project, request, choice));
    const ended = new AbortController();
    const late = new KeyTestTimedOut();
    const timer = clock.setTimer(copilotKeyTestMs, () => ended.abort(late));
    try {
      const { outcome, message } = await tryModel({
        project,
        model: {
          provider,
          name: sentModel(copilots.models, provider, providerModel),
          apiKey,
          ...(choice.providerBaseUrl !== undefined && {
            compatible: { name: "tested", baseUrl: choice.providerBaseUrl, ofOperator: false },
          }),
        },
        signal: ended.signal,
      });
      return {
        outcome,
        message: message === null ? null : shown(withoutKey(message, apiKey), copilotKeyTestMessageLength),
      };
    } catch (error) {
      if (error !== late) throw error;
      const seconds = Math.round(copilotKeyTestMs / 1_000);
      return { outcome: "unreachable", message: `The provider did not answer within ${seconds} seconds.` };
    } finally {
      timer.cancel();
    }
  };

  async function storedKey(
    project: ProjectId,
    { copilotId }: KeyTestRequest,
    choice: Parameters<typeof checkKeyDestination>[1],
  ): Promise<string> {
    if (copilotId === undefined)
      throw new WeftError("UNPROCESSABLE_ENTITY", { message: "Missing key: 'providerApiKey'." });
    const copilot: CopilotRecord = await copilots.get(project, copilotId);
    checkKeyDestination(copilot, choice, {});
    const key = copilots.keyOf(project, copilot);
    if (key === undefined)
      throw new WeftError("UNPROCESSABLE_ENTITY", {
        message: "Missing key: 'providerApiKey'. The stored key can no longer be read.",
      });
    return key;
  }
}

class KeyTestTimedOut extends Error {
  override name = "KeyTestTimedOut";
}

/** Stretches of a key of this length are taken out of texts: responses are cut, and may cut a key with them. */
const stretch = 8;
const hidden = "…";

/** A provider's text without the key that it may quote, in time that is linear in both. */
export function withoutKey(text: string, key: string): string {
  if (key.length <= stretch) return key === "" ? text : text.replaceAll(key, hidden);
  const parts = new Set<string>();
  for (let at = 0; at + stretch <= key.length; at++) parts.add(key.slice(at, at + stretch));
  let clean = "";
  let from = 0;
  for (let at = 0; at + stretch <= text.length; at++) {
    if (!parts.has(text.slice(at, at + stretch))) continue;
    clean += text.slice(from, at) + hidden;
    let end = at + stretch;
    while (end < text.length && parts.has(text.slice(end - stretch + 1, end + 1))) end++;
    from = end;
    at = end - 1;
  }
  return clean + text.slice(from);
}

/** As one line, without what cannot be shown. */
function shown(text: string, length: number): string {
  const line = text
    .slice(0, length * 4)
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return (line.length > length ? `${line.slice(0, length).trimEnd()}…` : line).toWellFormed();
}
