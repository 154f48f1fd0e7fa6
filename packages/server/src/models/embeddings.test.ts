/** Embedding models of providers, on their published wire formats. */
import { limits } from "@weft/protocol";
import { embeddingTokens, openAiProvider, vectorOfWords } from "@weft/testkit/ai-provider";
import { describe, expect, test } from "vitest";
import { choiceOf } from "../testing/provider-models.ts";
import { createEmbeddings } from "./embeddings.ts";

const providers = ["openai", "google", "openai-compatible"] as const;
const { signal } = new AbortController();
const texts = ["red rooms", "blue rivers"];

async function open(name: (typeof providers)[number]) {
  const provider = await openAiProvider();
  const { openai, google } = provider.urls;
  const embeddings = createEmbeddings(choiceOf(provider, name, { name: "small" }), {
    urls: { openai, google },
    limits,
  });
  return { provider, embeddings, [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose]() };
}

describe.each(providers)("%s", (name) => {
  test("texts are embedded in one request with the key of the account, in their order", async () => {
    await using here = await open(name);
    const { vectors, tokens } = await here.embeddings.embed(texts, { of: "passages", signal });
    expect(vectors).toEqual(texts.map(vectorOfWords));
    expect(here.provider.embedded).toEqual([texts]);
    expect(tokens).toBe(name === "google" ? 0 : texts.length * embeddingTokens);
    const [{ headers, path, body } = expect.fail("nothing was asked")] = here.provider.requests;
    expect(headers[name === "google" ? "x-goog-api-key" : "authorization"]).toMatch(/^(Bearer )?key-of-test$/);
    expect(path).toBe(name === "google" ? "/models/small:batchEmbedContents" : "/embeddings");
    if (name === "google") expect(body).toMatchObject({ requests: [{ taskType: "RETRIEVAL_DOCUMENT" }, {}] });
    expect(here.embeddings.model).toBe(`${name}/small`);
  });

  test.each([
    ["key", "keyRejected"],
    ["rate", "quotaExceeded"],
    ["internal", "providerUnavailable"],
  ] as const)("the refusal %s is a failure, after one try", async (fault, failure) => {
    await using here = await open(name);
    here.provider.embed = () => ({ fault });
    await expect(here.embeddings.embed(texts, { of: "queries", signal })).rejects.toMatchObject({ failure });
    expect(here.provider.requests).toHaveLength(1);
  });

  test.each([
    ["too few vectors", [[1, 2]]],
    ["vectors of different lengths", [[1, 2], [1]]],
    ["empty vectors", [[], []]],
  ])("%s are a failure", async (_, vectors) => {
    await using here = await open(name);
    here.provider.embed = () => vectors;
    await expect(here.embeddings.embed(texts, { of: "queries", signal })).rejects.toMatchObject({
      failure: "providerUnavailable",
    });
  });

  test("a provider that does not answer is left when the signal aborts", async () => {
    await using here = await open(name);
    const controller = new AbortController();
    here.provider.embed = () => {
      controller.abort(new Error("too late"));
      return "silence";
    };
    await expect(here.embeddings.embed(texts, { of: "queries", signal: controller.signal })).rejects.toThrow(
      "too late",
    );
  });
});
