/** The smallest call of each provider, over its published wire format. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { limits } from "@weft/protocol";
import type { ProjectId } from "@weft/protocol";
import { openAiProvider, providerNames } from "@weft/testkit/ai-provider";
import { describe, expect, test } from "vitest";
import { outboundPolicies } from "../outbound/outbound-policy.ts";
import { openOutbound } from "../outbound/outbound.ts";
import { choiceOf } from "../testing/provider-models.ts";
import type { LoopbackProvider } from "../testing/provider-models.ts";
import { createTryModel } from "./models.ts";

const project = "p1" as ProjectId;
const never = new AbortController().signal;

function triesOf({ urls }: LoopbackProvider, guardedFetch: () => typeof fetch = () => fetch) {
  const { openai, anthropic, google } = urls;
  return createTryModel({ urls: { openai, anthropic, google }, guardedFetch, limits });
}

/** An address that answers every request with the same. */
async function openAddress(status: number, body: string) {
  const server = createServer((_, response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(body),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    urls: { openai: url, anthropic: url, google: url, "openai-compatible": url },
    async [Symbol.asyncDispose]() {
      const ended = once(server, "close");
      server.close();
      server.closeAllConnections();
      await ended;
    },
  };
}

describe.each(providerNames)("%s", (name) => {
  test("[CP8] a key is accepted after one short request, and refused in the provider's words", async () => {
    await using provider = await openAiProvider();
    const call = { project, model: choiceOf(provider, name), signal: never };
    expect(await triesOf(provider)(call)).toEqual({ outcome: "accepted", message: null });
    expect(provider.requests).toHaveLength(1);
    expect(provider.requests[0]!.streamed).toBe(false);
    expect(JSON.stringify(provider.requests[0]!.body)).toMatch(/(?:max_tokens|max_output_tokens|maxOutputTokens)":16/);
    provider.answer = () => ({ fault: "key" });
    expect(await triesOf(provider)(call)).toMatchObject({ outcome: "refused", message: expect.stringMatching(/\w/) });
    provider.answer = () => ({ fault: "overloaded" });
    expect(await triesOf(provider)(call)).toMatchObject({ outcome: "failed" });
    // Nothing is tried again.
    expect(provider.requests).toHaveLength(3);
  });
});

test.for([
  [404, { error: { message: "The model `x` does not exist", code: "model_not_found" } }, "modelNotFound"],
  [400, { error: { message: "Unknown model: x" } }, "modelNotFound"],
  [404, { error: { message: "no such route" } }, "unreachable"],
  [200, { hello: "there" }, "unreachable"],
  [401, { error: { message: "No." } }, "refused"],
  [429, { error: { message: "Too many requests" } }, "failed"],
] as const)("[CP8] an address that answers %d with %j ends the test as %s", async ([status, body, outcome]) => {
  await using address = await openAddress(status, JSON.stringify(body));
  const call = { project, model: choiceOf(address, "openai-compatible"), signal: never };
  expect(await triesOf(address)(call)).toMatchObject({ outcome });
});

test("[CP8] an address that is blocked, or where nothing listens, is not reached", async () => {
  const address = await openAddress(200, "{}");
  const noHosts = async () => {
    throw new Error("A host was looked up.");
  };
  await using outbound = openOutbound({
    policy: outboundPolicies.https,
    resolve: noHosts,
    userAgent: "Weft/test",
    limits,
  });
  const call = { project, model: choiceOf(address, "openai-compatible"), signal: never };
  const guarded = () => outbound.fetchFor(project);
  const blocked = await triesOf(address, guarded)(call);
  expect(blocked).toMatchObject({ outcome: "unreachable", message: expect.stringMatching(/https/i) });
  const closed = address.urls["openai-compatible"];
  await address[Symbol.asyncDispose]();
  const gone = { urls: { ...address.urls, "openai-compatible": closed } };
  expect(await triesOf(gone)({ ...call, model: choiceOf(gone, "openai-compatible") })).toEqual({
    outcome: "unreachable",
    message: "The provider cannot be reached.",
  });
});
