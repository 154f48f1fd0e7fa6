/** How failures of providers are told to users: without keys, addresses, and the words of a provider. */
import { answerFailures } from "@weft/protocol";
import type { AnswerFailure } from "@weft/protocol";
import { openAiProvider, providerNames } from "@weft/testkit/ai-provider";
import type { ProviderAnswer, ProviderFault } from "@weft/testkit/ai-provider";
import { describe, expect, test } from "vitest";
import { ask, textIn } from "../testing/provider-models.ts";

const refused: readonly (readonly [ProviderFault, AnswerFailure])[] = [
  ["schema", "additionalProperties"],
  ["request", "requestRefused"],
  ["key", "keyRejected"],
  ["permission", "keyRejected"],
  ["rate", "quotaExceeded"],
  ["quota", "quotaExceeded"],
  ["internal", "providerUnavailable"],
  ["overloaded", "providerUnavailable"],
  ["unavailable", "providerUnavailable"],
];

const ended: readonly (readonly [string, ProviderAnswer, AnswerFailure, string])[] = [
  ["a model that runs out of tokens", { pieces: [{ text: "So far" }], finish: "length" }, "tooLong", "So far"],
  ["a content filter", { pieces: [{ text: "So far" }], finish: "filter" }, "contentFiltered", "So far"],
  ["a connection that is cut", { pieces: [{ text: "So far" }, "cut"] }, "providerUnavailable", "So far"],
  ["a stream that is none", { pieces: [{ text: "So far" }, "garbage"] }, "providerUnavailable", "So far"],
  [
    "an overload in the stream",
    { pieces: [{ text: "So far" }, { error: "overloaded" }] },
    "providerUnavailable",
    "So far",
  ],
  ["a rate limit in the stream", { pieces: [{ text: "So far" }, { error: "rate" }] }, "quotaExceeded", "So far"],
  ["an overload at the start of the stream", { pieces: [{ error: "overloaded" }] }, "providerUnavailable", ""],
];

describe.each(providerNames)("%s", (name) => {
  test.each(refused)("the refusal %s is told as %s", async (fault, failure) => {
    await using provider = await openAiProvider();
    provider.script({ fault });
    const { failure: told, error, events } = await ask(provider, name);
    expect([told, error]).toEqual([answerFailures[failure], expect.objectContaining({ failure })]);
    expect(events).toEqual([]);
    expect(told).not.toMatch(/http|key-of|sk-/);
  });

  test.each(ended)("%s is told", async (_, answer, failure, said) => {
    await using provider = await openAiProvider();
    provider.script(answer);
    const { failure: told, events, error } = await ask(provider, name);
    expect([told, error]).toEqual([answerFailures[failure], expect.objectContaining({ failure })]);
    expect(textIn(events)).toBe(said);
  });

  test("a provider that cannot be reached is told as unavailable", async () => {
    const provider = await openAiProvider();
    await provider[Symbol.asyncDispose]();
    const { failure } = await ask(provider, name);
    expect(failure).toBe(answerFailures.providerUnavailable);
  });

  test("a request that failed for the moment is tried again as often as the settings say", async () => {
    await using provider = await openAiProvider();
    provider.script({ fault: "unavailable" }, [{ text: "Hello." }]);
    const { events, error } = await ask(provider, name, { model: { settings: { maxRetries: 1 } } });
    expect(error).toBeUndefined();
    expect(textIn(events)).toBe("Hello.");
    expect(provider.asked).toHaveLength(2);
  });
});
